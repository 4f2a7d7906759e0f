import { posix } from 'node:path';
import { command, type FilePlace, upToMost } from '../reporters/github.ts';
import { breaksInWords, partInWords } from './document.ts';
import { type DiffGate, failing } from './gate.ts';
import type { DiffReport, ReportedDifference } from './report.ts';

export function diffGithub(report: DiffReport, gate: DiffGate): string {
  const failed = failing(report, gate);
  const undecided = report.differences.filter(
    (one) =>
      !failed.includes(one) &&
      one.accepted === undefined &&
      gate.concerned.some((audience) => one[audience].verdict === 'undecided'),
  );
  const annotation = (level: 'error' | 'warning') => (one: ReportedDifference) =>
    command(level, partInWords(one), `${one.message} [${one.rule}]`, placeIn(one));
  const others = 'more are in the output of diff.';
  return [
    ...upToMost(failed.map(annotation('error')), 'error', others),
    ...upToMost(undecided.map(annotation('warning')), 'warning', others),
    command('notice', 'case-conformance', `${breaksInWords(report, gate)}.`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** GitHub accepts only paths inside the repository, so a URL, an absolute path and standard input have no place. */
function placeIn({ at }: ReportedDifference): FilePlace | undefined {
  const { file, line, column } = at.after ?? {};
  if (file === undefined || line === undefined || column === undefined) return undefined;
  const path = posix.normalize(file);
  return /^(\/|\.\.|-$)|:/.test(path) ? undefined : { file: path, line, column };
}
