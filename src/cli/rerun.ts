import { dirname, resolve } from 'node:path';
import type { Option } from 'commander';
import type { Environment } from '../gate/environment.ts';
import { Failure } from '../gate/failure.ts';
import { shellWord } from '../report/commands.ts';
import { named } from '../report/quoted.ts';
import { type Described, described, reportDir } from './arguments.ts';

/** The name of the embedded reference implementation in reports and locks; it has no fixed address. */
export const embeddedTarget = 'case-conformance:reference';

/**
 * The shell command that repeats a call. Default values are omitted.
 * @param given - the values of the options, by the same names
 * @param environment - shows how the program was started
 * @param repeated - the options to include, in order; by default all
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

interface Repeating {
  readonly again: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly seed: number | undefined;
  readonly path: string | undefined;
  readonly reportDir: string;
}

/**
 * The options of a call. With `--again`, they select the checks that showed deviations in that report, with its seed,
 * and the value if a single one showed them. The new report replaces that one, unless the call names another folder.
 * @throws {Failure} `NOTHING_SELECTED` if it has no deviations
 */
export async function repeating<Options extends Repeating>(given: Options): Promise<Options> {
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

/** The command that explains a deviation with the same description; the caller appends the code. */
export function explainCommand(given: Partial<Described>, environment: Environment): string {
  return rerunCommand('explain', described, { ...given }, environment);
}

/** The words that start the program in the same way again: npm finds it where a shell does not. */
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

/** The query of a URL may contain secrets, and the user knows it. */
function withoutQuery(word: string): string {
  return /^https?:\/\//i.test(word) ? named(word) : word;
}
