import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import schema from '../../gate/configuration.schema.json' with { type: 'json' };
import type { Configuration } from '../../gate/configuration.ts';
import { defaultConfigurationFile } from '../../gate/defaults.ts';
import { callWrong, Failure, notWritable } from '../../gate/failure.ts';
import { writeModes } from '../../harness/target.ts';
import { shellWord } from '../../report/commands.ts';
import { named } from '../../report/quoted.ts';
import type { OperationId } from '../../specification/description.ts';
import { baseUrl, cases, choice, choices, collect, option, tokenEnv } from '../arguments.ts';
import { command } from '../command.ts';
import { startOfCommand } from '../rerun.ts';
import { write } from '../terminal.ts';
import { gateFiles, gateHosts } from './init/ci.ts';

export const init = command({
  options: {
    file: option('--config <file>', 'the new file (default: conformance.config.json)'),
    baseUrl,
    tokenEnv,
    restrictedEnv: option(
      '--restricted-env <name>',
      'the environment variable that holds a token that lacks a permission',
    ),
    restrictedOperations: choices(
      '--restricted-operation <name>',
      'an operation that this token may not call',
      schema.properties.restrictedOperations.items.enum as readonly OperationId[],
    ),
    outsiderEnv: option(
      '--outsider-env <name>',
      "the environment variable that holds a token of another organisation's user",
    ),
    listed: cases,
    clients: option('--client <id>', 'a client of the organisation; may be repeated', collect),
    writes: choice('--writes <mode>', 'what a run may change', writeModes),
    ci: choice(
      '--ci <host>',
      'also write a gate: a script, and the file that makes GitHub or GitLab run it',
      gateHosts,
    ),
  },
  example: 'case-conformance init --base-url https://acme.example --token-env CASE_API_TOKEN',

  async run({ file = defaultConfigurationFile, ci, ...options }, terminal) {
    const { configurationText, draftOf, tokenVariables } = await import('./init/draft.ts');
    const { askForRest } = await import('./init/questions.ts');
    // Fails before questions are asked if a file exists. Writing the file tests this again.
    const usual =
      ci === undefined ? [] : gateFiles(ci, { file, variables: [], writes: false, listsCases: false });
    if (existsSync(file)) throw isThere(file, anotherConfiguration);
    for (const { path } of usual) if (existsSync(path)) throw isThere(path, withoutGate(path));
    const given = draftOf(options);
    const configuration = terminal.input.isTTY === true ? await askForRest(given, terminal) : given;
    if (configuration.baseUrl === undefined)
      throw callWrong(
        "Without a terminal there is nobody to ask for the organisation's host. Name it with --base-url.",
      );
    const variables = tokenVariables(configuration);
    const writes = (configuration.writes ?? 'none') !== 'none';
    const listsCases = listsAny(configuration);
    const gate = ci === undefined ? [] : gateFiles(ci, { file, variables, writes, listsCases });
    writeNew(file, configurationText(configuration), anotherConfiguration);
    for (const { path, text, mode } of gate) {
      mkdirSync(dirname(path), { recursive: true });
      writeNew(path, text, withoutGate(path), mode);
    }
    const steps = nextSteps([...startOfCommand(terminal.environment), 'check'], file, variables, listsCases);
    const written = gate.map(({ path }) => `Gate: ${path}\n`).join('');
    write(terminal.output, `Configuration: ${file}\n${written}${steps}`);
    return 0;
  },
});

const anotherConfiguration = 'Name another file with --config.';

function withoutGate(path: string): string {
  return `Remove or rename ${named(path)}, or leave out --ci.`;
}

function writeNew(file: string, text: string, adviceIfThere: string, mode?: number): void {
  try {
    writeFileSync(file, text, { flag: 'wx', ...(mode !== undefined && { mode }) });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw isThere(file, adviceIfThere, cause);
    // The new file is deleted, since it is incomplete.
    rmSync(file, { force: true });
    notWritable(named(file), 'Name another file with --config, or run in another folder.')(cause);
  }
}

function isThere(file: string, advice: string, cause?: unknown): Failure {
  const message = `${named(file)} exists already, and was not changed. ${advice}`;
  return new Failure('FILE_EXISTS', message, { cause });
}

function listsAny({ cases = {} }: Configuration): boolean {
  return Object.entries(cases).some(([list, ids]) => list !== 'foreign' && ids.length > 0);
}

function nextSteps(
  check: readonly string[],
  file: string,
  variables: readonly string[],
  listsCases: boolean,
): string {
  const words = [
    ...check,
    ...(file === defaultConfigurationFile ? [] : ['--config', file]),
    ...(listsCases ? [] : ['--discover']),
  ];
  return `Next: put each token into its environment variable (${variables.join(', ')}), and run\n  ${words.map(shellWord).join(' ')}\n`;
}
