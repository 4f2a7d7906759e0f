import { whyNotTested } from '../../acceptance/conclusion.ts';
import { printable } from '../printable.ts';
import type { ShownProblem, Summary } from '../summary.ts';

/** GitHub shows at most ten annotations of each level per step. */
const maxAnnotations = 10;

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function githubCommands({ report, problems, lists, conclusion, notices }: Summary): string {
  const isWarning = ({ gravity }: ShownProblem): boolean => gravity === 'form';
  const annotation =
    (level: Level) =>
    ({ headline, code, said, rule }: ShownProblem): string =>
      command(level, headline, [...said, `Required: ${rule}`, code].join('\n'));
  const errors = problems.filter((one) => !isWarning(one)).map(annotation('error'));
  const ofForm = problems.filter(isWarning).map(annotation('warning'));
  const objections = lists.find(({ id }) => id === 'objections')?.entries ?? [];
  const objected = objections.map(({ words, details = [] }) =>
    command('warning', 'Objection', [words, ...details].join(' ')),
  );
  const untested =
    report.conclusion === 'not-tested'
      ? [command('error', 'case-conformance', whyNotTested(report.results, report.target))]
      : [];
  const said = [conclusion, ...notices.map(({ words }) => words)].join(' ');
  const accepted = report.conformant ? [command('notice', 'case-conformance', said)] : [];
  return [
    ...untested,
    ...upToMost(errors, 'error'),
    ...upToMost([...objected, ...ofForm], 'warning'),
    ...accepted,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

type Level = 'error' | 'warning' | 'notice';

export function upToMost(
  commands: readonly string[],
  level: Level,
  others = 'more are in the report.',
): readonly string[] {
  if (commands.length <= maxAnnotations) return commands;
  const left = commands.length - maxAnnotations + 1;
  return [...commands.slice(0, maxAnnotations - 1), command(level, 'case-conformance', `${left} ${others}`)];
}

export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function command(level: Level, title: string, message: string, place?: FilePlace): string {
  const where =
    place === undefined ? '' : `file=${property(place.file)},line=${place.line},col=${place.column},`;
  return `::${level} ${where}title=${property(title)}::${data(message)}`;
}

function data(text: string): string {
  return text.split('\n').map(printable).join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
