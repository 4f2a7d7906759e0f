import { dirname, resolve } from 'node:path';
import type { Option } from 'commander';
import type { Environment } from '../gate/environment.ts';
import { Failure } from '../gate/failure.ts';
import { shellWord } from '../report/commands.ts';
import { named } from '../report/quoted.ts';
import { type DescriptionOptions, descriptionOptions, reportDir } from './arguments.ts';

/**
 * The name of the embedded reference implementation in reports and locks. It replaces the URL, whose port differs in
 * each run.
 */
export const embeddedTarget = 'case-conformance:reference';

/**
 * The command that repeats a run.
 * @param environment - shows how the program was started
 * @param repeated - the options to include, in this order; by default all
 */
export function rerunCommand<Options extends Readonly<Record<string, Option>>>(
  command: string,
  options: Options,
  given: Readonly<Partial<Record<keyof Options, unknown>>>,
  environment: Environment,
  repeated: readonly (keyof Options)[] = Object.keys(options),
): string {
  const { again, reportDir: folder } = given;
  // `--again` writes next to the report that it repeats, so `--report-dir` is not needed.
  const isImplied = typeof again === 'string' && resolve(dirname(again)) === resolve(String(folder));
  const words = repeated.flatMap((name) => {
    const option = options[name];
    return option === undefined || (isImplied && name === 'reportDir') ? [] : wordsOf(option, given[name]);
  });
  return [...startOfCommand(environment), command, ...words].map(shellWord).join(' ');
}

/**
 * Replaces the option `--again` by the options that repeat what deviated in a report: the checks, the seed, and the
 * path of the generated value if only one deviated.
 */
export async function withReportToRepeat<
  Options extends { readonly again: string | undefined; readonly reportDir: string },
>(given: Options): Promise<Options> {
  const { again } = given;
  if (again === undefined) return given;
  const { reportFrom } = await import('../gate/reports.ts');
  const { seed, deviations, results } = await reportFrom(again);
  const only = [...new Set(deviations.flatMap(({ checks }) => checks))];
  if (only.length === 0)
    throw new Failure('NOTHING_SELECTED', `The report ${named(again)} has no deviations to look at again.`);
  const findings = results.filter(({ id }) => only.includes(id)).flatMap((result) => result.findings);
  const [path, ...others] = new Set(findings.map((finding) => finding.path));
  const folder = given.reportDir === reportDir.defaultValue ? dirname(again) : given.reportDir;
  return {
    ...given,
    only,
    seed,
    reportDir: folder,
    path: only.length === 1 && others.length === 0 ? path : undefined,
  };
}

export function explainCommand(given: Partial<DescriptionOptions>, environment: Environment): string {
  return rerunCommand('explain', descriptionOptions, { ...given }, environment);
}

/**
 * The words that start the program in the same way again, such as `npx case-conformance`, since a shell may not find a
 * local package.
 */
export function startOfCommand({ npm_command, npm_package_name }: Environment): readonly string[] {
  if (npm_command === undefined) return ['case-conformance'];
  if (npm_package_name === 'case-conformance') return ['npm', 'run', '-s', 'case-conformance', '--'];
  return ['npx', 'case-conformance'];
}

function wordsOf({ long, defaultValue }: Option, value: unknown): string[] {
  if (value === undefined || value === false || value === defaultValue) return [];
  if (value === true) return [String(long)];
  return [value].flat().flatMap((one) => [String(long), withoutQuery(String(one))]);
}

/** A URL without its query, which may contain secrets and which the user knows. */
function withoutQuery(word: string): string {
  return /^https?:\/\//i.test(word) ? named(word) : word;
}
