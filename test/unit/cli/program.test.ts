import { describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { loadedCommands } from '../../../scripts/tables/commands-page.ts';
import { operationOptions } from '../../../src/cli/commands/serve/operation.ts';
import { each, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';
import { call, refusal, spawned } from './support.ts';

const { 'not understood': notUnderstood, refused } = yamlOf(
  new URL('./wrong-calls.yaml', import.meta.url),
  each({ 'not understood': tableOf(text), refused: tableOf(text) }),
);

/** A stub does not support the options of operation. */
const notOfStub = Object.values(operationOptions).map(
  ({ flags, long, required }) =>
    [
      `serve --stub ${long}${required ? ' 1' : ''}`,
      `option '--stub' cannot be used with option '${flags}'`,
    ] as const,
);

describe('a call is refused', () => {
  test.each<readonly [line: string, message: string]>([
    ...[...Object.entries(notUnderstood), ...notOfStub].map(([line, problem]) => {
      const [command] = line.split(' -', 1);
      const help = /[.?]$/.test(problem) ? '' : `. See case-conformance ${command} --help.`;
      return [line, `The call is wrong: ${problem}${help}`] as const;
    }),
    ...Object.entries(refused),
  ])('%s', async (line, message) => {
    const called = await call(line.split(' '), { CASE_API_TOKEN: 'Secret-Token-1234567890' });
    expect(called.stderr.replace(/ \[[A-Z_]+\]\n$/, '')).toBe(message);
    expect(called).toMatchObject({ status: 2, stdout: '' });
  });

  test('without a command, with the help', async () => {
    const { status, stdout, stderr } = await call([]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: case-conformance \[options\] \[command\]\n/);
  });

  test('with a stack where --debug asks for one', async () => {
    const { status, stderr } = await call(['check', '--debug']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/\[CONFIGURATION_WRONG\]\nFailure: There is no target\..*\n {4}at /);
  });
});

test('no option takes an argument that follows its value', async () => {
  const greedy = (await loadedCommands()).flatMap(({ name, declaration }) =>
    Object.values(declaration.options)
      .filter(({ variadic, required, optional }) => {
        const mayTakeOne = optional && !required;
        return variadic || (mayTakeOne && declaration.arguments !== undefined);
      })
      .map(({ flags }) => `${name} ${flags}`),
  );
  expect(greedy).toEqual([]);
});

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const password = 'hunter2';

const places: readonly (readonly string[])[] = [
  [secret],
  ['check', secret],
  ['check', `--token=${secret}`],
  ['check', `--token=${password}`],
  ['check', `--token='a=${secret}'`],
  ['check', `--${secret}`],
  ['check', '--seed', secret],
  ['check', '--writes', secret],
  ['check', '--case', secret],
  ['check', '--case', `Sal=${secret}`],
  ['check', '--config', secret],
  ['check', '--token-env', secret],
  ['check', '--base-url', secret],
  ['check', '--base-url', `https://jane:${password}@acme.example`],
  ['check', '--base-url', `https://acme.example?token=${password}`],
  ['check', '--base-url', `https://acme.example/${secret}/api/v2`],
  ['check', '--base-url', `https://acme.example/ ${secret}`],
  ['check', '--har', secret],
  ['check', '--har', secret, '--base-url', `jane:${password}@acme.example`],
  ['check', '--spec', secret],
  ['check', '--spec', `ftp://jane:${password}@acme.example/?token=${password}`],
  ['check', '--spec', `https://jane:${password}@acme.example`],
  ['check', '--spec', `http://127.0.0.1:1/?token=${password}`],
  ['check', '--spec', `@${secret}`],
  ['check', '--overlay', `http://127.0.0.1:1/?token=${password}`],
  ['check', '--reference', '--only', secret],
  ['check', '--reference', '--shard', secret],
  ['check', '--reference', '--lock', secret],
  ['check', '--reference', '--waivers', secret],
  ['check', '--reference', '--baseline', secret],
  ['check', '--reference', '--field-coverage', `/nowhere/${secret}/x`],
  ['check', '--reference', '--report-dir', `/proc/${secret}`],
  ['verify', '--provider-url', `https://acme.example?token=${password}`],
  ['verify', '--provider-url', 'http://127.0.0.1:1', '--state-url', `ftp://x/?token=${password}`],
  ['verify', '--provider-url', 'http://127.0.0.1:1', '--pact', `http://127.0.0.1:1/?token=${password}`],
  ['verify', '--provider-url', 'http://127.0.0.1:1', '--pact', secret],
  ['verify', '--provider-url', 'http://127.0.0.1:1', '--broker-url', `http://127.0.0.1:1/?t=${password}`],
  ['verify', '--provider-url', 'http://127.0.0.1:1', '--broker-token-env', secret],
  ['restore', '--config', secret],
  ['compare', secret, secret],
  ['diff', `http://127.0.0.1:1/?token=${password}`, '@2.0'],
  ['diff', '@2.0', `./${secret}`],
  ['validate', secret],
  ['validate', '--schema', secret, '-'],
  ['generate', '--type', secret],
  ['serve', '--database', `${secret}://x`],
  ['serve', '--port', secret],
  ['serve', '--domain', secret],
  ['serve', '--organisation', secret],
  ['keys', 'list', '--database', secret],
  ['keys', 'revoke', '--database', 'x', secret],
  ['doctor', '--only', secret],
  ['init', '--base-url', secret],
  ['init', '--config', '/tmp', '--base-url', `https://jane:${password}@acme.example`],
  ['init', '--token-env', secret],
];

test.each(places.map((words) => [words.join(' '), words] as const))(
  'what was given is quoted without secrets: %s',
  async (_name, words) => {
    const { status, stdout, stderr } = await call(words, { CASE_API_TOKEN: 'a-short-one' });
    expect([2, 3]).toContain(status);
    expect(stderr).toMatch(/ \[[A-Z_]+\]\n$/);
    expect(`${stdout}${stderr}`).not.toMatch(/16C7e42F|hunter2/);
  },
);

describe('a secret of the environment is told by no message', () => {
  const words = 'correct-horse-battery-staple';
  test.each([
    ['that quotes a file', ['check', '--config', words]],
    ['that quotes a value', ['check', '--reference', '--only', words]],
    ['that quotes an option', ['check', `--${words}`]],
    ['with a stack', ['check', '--debug', '--config', words]],
  ])('%s', async (_name, given) => {
    const { status, stderr } = await call(given, { OUR_PASSWORD: words });
    expect(status).toBe(2);
    expect(stderr).toMatch(/\(token\)/);
    expect(stderr).not.toContain(words);
  });

  test('but the folder of one is', async () => {
    const { stderr } = await call(['check', '--config', '/run/secrets/none.json'], {
      TOKEN_FILE: '/run/secrets/x',
    });
    expect(stderr).toContain('/run/secrets/none.json');
  });
});

describe('help', () => {
  test.each(['check', 'merge', 'compare', 'validate', 'generate', 'serve', 'describe', 'doctor'])(
    'of %s shows an example',
    async (command) => {
      const { status, stdout, stderr } = await call([command, '--help']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`\nExample:\n  .*case-conformance ${command} .*\n$`));
    },
  );

  test('of the program shows the exit statuses', async () => {
    const { status, stdout } = await call(['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Exit status: 0 holds, 1 deviations, 2 wrong call or configuration');
  });
});

test('--version is that of the package', async () => {
  expect(await call(['--version'])).toEqual({ status: 0, stdout: `${packageFile.version}\n`, stderr: '' });
});

test('the process ends with the status, and prints no stack', async () => {
  const message =
    "The call is wrong: unknown option '--zzz'. See case-conformance check --help. [CALL_NOT_UNDERSTOOD]";
  expect(await spawned(['check', '--zzz'])).toEqual(refusal(message));
});
