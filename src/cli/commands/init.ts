import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Configuration, defaultConfigurationFile } from '../../gate/configuration.ts';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import { bundled } from '../../specification/bundled.ts';
import { shellWord } from '../rerun.ts';
import type { Terminal } from '../terminal.ts';
import { configurationText } from './init/configuration-text.ts';
import { type DraftOptions, draftOf, tokenVariables } from './init/draft.ts';
import { askForRest } from './init/questions.ts';

/** The options of `init`. */
export interface InitOptions extends DraftOptions {
  readonly config?: string;
}

/**
 * Writes a configuration that explains its keys, from the options and, at a terminal, from answers.
 * @throws {Failure} when the call is wrong, the questions are not answered, or the file is there or cannot be written
 */
export async function init(
  { config: file = defaultConfigurationFile, ...options }: InitOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  // Before anything is asked; the writing itself makes sure of it once more.
  if (existsSync(file)) throw isThere(file);
  const given = draftOf(options);
  const configuration = terminal.input.isTTY === true ? await askForRest(given, terminal) : given;
  if (configuration.baseUrl === undefined) {
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      "Without a terminal there is nobody to ask for the organisation's host. Name it with --base-url.",
    );
  }
  await writeNew(file, configurationText(configuration));
  terminal.output.write(`Configuration: ${file}\n${nextSteps(file, configuration)}`);
  return 0;
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw isThere(file, cause);
    throw new Failure(
      'FILE_NOT_WRITABLE',
      `The configuration ${file} cannot be written. Name another file with --config.`,
      { cause },
    );
  }
}

function isThere(file: string, cause?: unknown): Failure {
  const message = `${file} is there already, and was left as it is. Name another file with --config.`;
  return new Failure('FILE_EXISTS', message, { cause });
}

/** What to do until the configuration is used. */
function nextSteps(file: string, configuration: Configuration): string {
  const { cases = {} } = configuration;
  const words = [
    'case-conformance',
    'check',
    ...(file === defaultConfigurationFile ? [] : ['--config', file]),
    ...(bundled.caseTypes.some((caseType) => (cases[caseType] ?? []).length > 0) ? [] : ['--discover']),
  ];
  const variables = tokenVariables(configuration).join(', ');
  return `Next: put each token into its environment variable (${variables}), and run\n  ${words.map(shellWord).join(' ')}\n`;
}
