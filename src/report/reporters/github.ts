import { whyNotTested } from '../../acceptance/conclusion.ts';
import { printable } from '../printable.ts';
import type { Summary } from '../summary.ts';

/** GitHub shows at most ten annotations of each level per step. */
const mostAnnotations = 10;

/**
 * The report as GitHub Actions commands. Problems become errors, or warnings if they are only of form; objections
 * become warnings (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
 */
export function githubCommands({ report, problems, lists, conclusion, notices }: Summary): string {
  const deviations = problems.map(({ gravity, headline, code, said, rule }) =>
    command(
      gravity === 'form' ? 'warning' : 'error',
      headline,
      [...said.map((one) => one.replace(/\.?$/, '.')), `Required: ${rule}`, code].join(' '),
    ),
  );
  const objections = lists.find(({ id }) => id === 'objections')?.entries ?? [];
  const warnings = objections.map(({ words }) => command('warning', 'Objection', words));
  const untested =
    report.conclusion === 'not-tested'
      ? [command('error', 'case-conformance', whyNotTested(report.results, report.target))]
      : [];
  const said = [conclusion, ...notices.map(({ words }) => words)].join(' ');
  const accepted = report.conformant ? [command('notice', 'case-conformance', said)] : [];
  return [...untested, ...upToMost(deviations, 'error'), ...upToMost(warnings, 'warning'), ...accepted]
    .map((line) => `${line}\n`)
    .join('');
}

type Level = 'error' | 'warning' | 'notice';

/** @param others - words to follow the number of omitted commands, as in "7 more are in the report." */
export function upToMost(
  commands: readonly string[],
  level: Level,
  others = 'more are in the report.',
): readonly string[] {
  if (commands.length <= mostAnnotations) return commands;
  const left = commands.length - mostAnnotations + 1;
  return [...commands.slice(0, mostAnnotations - 1), command(level, 'case-conformance', `${left} ${others}`)];
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

/** Escapes a text for a workflow command. It cannot break the line or start another command. */
function data(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
