import { InvalidArgumentError } from 'commander';
import { type ReporterName, reporters } from '../report/reporters.ts';

export interface AskedReporter {
  readonly name: ReporterName;
  readonly file?: string | undefined;
}

const names: readonly string[] = [...Object.keys(reporters), 'github'];

/**
 * Parses a value of `--reporter`, such as `junit` or `junit=out/junit.xml`.
 * @throws {InvalidArgumentError} if it names no reporter
 */
export function reporter(text: string, earlier: readonly AskedReporter[] = []): readonly AskedReporter[] {
  const [name = '', ...rest] = text.split('=');
  const file = rest.length === 0 ? undefined : rest.join('=');
  if (!isReporterName(name)) throw new InvalidArgumentError(`Reporters are ${names.join(', ')}.`);
  if (file === '') throw new InvalidArgumentError('A file must follow the equals sign.');
  if (name === 'github' && file !== undefined)
    throw new InvalidArgumentError('github writes to the log and the summary of the job, and takes no file.');
  return [...earlier, { name, file }];
}

function isReporterName(name: string): name is ReporterName {
  return names.includes(name);
}
