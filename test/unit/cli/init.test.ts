import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { configurationText } from '../../../src/cli/commands/init/draft.ts';
import { main } from '../../../src/cli/program.ts';
import configurationSchema from '../../../src/gate/configuration.schema.json' with { type: 'json' };
import { type Configuration, readConfiguration } from '../../../src/gate/configuration.ts';
import { type Called, call, refusal, temporaryFile, temporaryFolder } from './support.ts';

const baseUrl = 'https://acme.example';
const sale = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const purchase = '7f0c3b52-95f8-4c0b-8f3e-3c1d6f1d2b22';
const foreign = 'e9f8d7c6-b5a4-4932-8172-605f4e3d2c55';
const client = '0b7e6d5c-4f3a-4b2c-9d1e-8a7f6e5d4c66';

const environment = Object.fromEntries(
  [
    ...['CASE_API_TOKEN', 'CASE_API_RESTRICTED', 'CASE_API_OUTSIDER', 'MEMBER', 'OUTSIDER'],
    ...['GATEWAY_KEY', 'CLIENT_KEY_PASSPHRASE'],
  ].map((name) => [name, `value-of-${name}`]),
);

async function newFile(): Promise<string> {
  return join(await temporaryFolder(), 'new.json');
}

async function expectAbsent(file: string): Promise<void> {
  await expect(readFile(file)).rejects.toThrow('ENOENT');
}

async function callAtTerminal(
  words: readonly string[],
  lines: readonly string[],
  first: () => Promise<void> = async () => undefined,
): Promise<Called> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const errors = new PassThrough();
  const status = main(words, { input, output, errors, environment: {} });
  await Promise.race([once(output, 'readable'), status]);
  await first();
  input.end(lines.map((line) => `${line}\n`).join(''));
  const ended = await status;
  output.end();
  errors.end();
  return { status: ended, stdout: await textOf(output), stderr: await textOf(errors) };
}

describe('without a terminal', () => {
  test('writes what the options say, and shows the rest as comments', async () => {
    const file = await newFile();
    const words = ['--base-url', baseUrl, '--token-env', 'MEMBER', '--outsider-env', 'OUTSIDER'];
    const cases = ['--case', `Sale=${sale}`, '--case', `foreign=${foreign}`, '--case', `Sale=${purchase}`];
    const restricted = ['--restricted-operation', 'updateClient,listCases'];
    const further = ['--client', client, '--writes', 'restore', ...restricted];

    const called = await call(['init', '--config', file, ...words, ...cases, ...further]);

    expect(called).toEqual({
      status: 0,
      stderr: '',
      stdout: `Configuration: ${file}\nNext: put each token into its environment variable (MEMBER, OUTSIDER), and run\n  case-conformance check --config ${file}\n`,
    });
    expect(await readConfiguration(file, environment)).toEqual({
      baseUrl,
      tokens: { member: 'value-of-MEMBER', outsider: 'value-of-OUTSIDER' },
      cases: { Sale: [sale, purchase], foreign: [foreign] },
      clients: [client],
      restrictedOperations: ['updateClient', 'listCases'],
      writes: 'restore',
    });
    const text = await readFile(file, 'utf8');
    const tokens = ['NAME', 'MEMBER', 'CASE_API_RESTRICTED', 'OUTSIDER'];
    const variables = [...tokens, 'CLIENT_KEY_PASSPHRASE', 'GATEWAY_KEY'];
    expect(text.match(/\$\{\w+\}/g)).toEqual(variables.map((name) => `\${${name}}`));
    expect(text).toContain(`
    /* A valid token without the permission for restrictedOperations, which must be answered 403. */
    // "restricted": "\${CASE_API_RESTRICTED}",
`);
    expect(text).toContain('\n  // "concurrency": 4,\n');
  });

  const notAName = (option: string) =>
    `${option} must be the name of an environment variable, such as CASE_API_TOKEN: capital letters, digits and underscores. Never give the token itself. [CALL_NOT_UNDERSTOOD]\n`;

  test.each([
    [
      'no base URL',
      [],
      "Without a terminal there is nobody to ask for the organisation's host. Name it with --base-url. [CALL_NOT_UNDERSTOOD]\n",
    ],
    ['a token for a name', ['--base-url', baseUrl, '--token-env', 'tok3n'], notAName('--token-env')],
    [
      'one variable for two tokens',
      ['--base-url', baseUrl, '--restricted-env', 'CASE_API_TOKEN'],
      'tokens.member and tokens.restricted are the same. Give each its own token, or leave one out. [CONFIGURATION_WRONG]\n',
    ],
    [
      'a case that is no UUID',
      ['--base-url', baseUrl, '--case', 'Sale=x'],
      "--case must name a case by its UUID, but is 'Sale=x'. [CALL_NOT_UNDERSTOOD]\n",
    ],
  ])('refuses %s', async (_name, words, stderr) => {
    const file = await newFile();
    expect(await call(['init', '--config', file, ...words])).toEqual({ status: 2, stdout: '', stderr });
    await expectAbsent(file);
  });

  test('says where it cannot write', async () => {
    const file = join(await temporaryFolder(), 'absent', 'new.json');
    const message = `${file} cannot be written. Name another file with --config, or run in another folder. [FILE_NOT_WRITABLE]`;
    expect(await call(['init', '--config', file, '--base-url', baseUrl])).toEqual(refusal(message));
  });
});

const isThere = (file: string) =>
  `${file} exists already, and was not changed. Name another file with --config. [FILE_EXISTS]\n`;

test('a file that is there already is left as it is where it came while questions were answered', async () => {
  const file = await newFile();
  const words = ['init', '--config', file, '--base-url', baseUrl];
  const called = await callAtTerminal(words, rest, () => writeFile(file, 'mine'));
  expect({ status: called.status, stderr: called.stderr }).toEqual({ status: 2, stderr: isThere(file) });
  expect(await readFile(file, 'utf8')).toBe('mine');
});

const questions = {
  baseUrl: "The organisation's host without /api/v2, such as https://acme.example: ",
  member: 'Environment variable that holds a token of the organisation [CASE_API_TOKEN]: ',
  restricted:
    'Environment variable that holds a token of the organisation that lacks a permission (leave empty if there is none): ',
  operations:
    'What that token may not do, with spaces between: getCaseData, updateClient, createOrganisation, getOrganisation, listCases (leave empty if that is not known): ',
  outsider:
    'Environment variable that holds a token of a user of another organisation (leave empty if there is none): ',
  cases: (what: string) => `${what}, identifiers with spaces between them (leave empty if there are none): `,
  writes: 'What a run may change: none, restore, all [none]: ',
};

const rest: readonly string[] = Array(12).fill('');

describe('at a terminal', () => {
  test('asks for what a configuration says, and writes the answers', async () => {
    const file = await newFile();
    const dialogue = [
      [questions.baseUrl, ` ${baseUrl} `],
      [questions.member, 'MEMBER'],
      [questions.restricted, ''],
      [questions.outsider, 'OUTSIDER'],
      [questions.cases('Sale cases of the organisation'), ` ${sale},  ${purchase} `],
      [questions.cases('Purchase cases of the organisation'), ''],
      [questions.cases('Remortgage cases of the organisation'), ''],
      [questions.cases('Transfer cases of the organisation'), ''],
      [questions.cases('Cases of another organisation'), foreign],
      [questions.cases('Clients of the organisation'), client],
      [questions.writes, 'restore'],
    ] as const;
    const answers = dialogue.map(([, answer]) => answer);

    const { status, stdout, stderr } = await callAtTerminal(['init', '--config', file], answers);

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('Configuration: ')[0]).toBe(dialogue.map(([question]) => question).join(''));
    expect(await readConfiguration(file, environment)).toEqual({
      baseUrl,
      tokens: { member: 'value-of-MEMBER', outsider: 'value-of-OUTSIDER' },
      cases: { Sale: [sale, purchase], foreign: [foreign] },
      clients: [client],
      writes: 'restore',
    });
  });

  test('asks only for what the options do not say', async () => {
    const file = await newFile();
    const words = ['--base-url', baseUrl, '--token-env', 'MEMBER', '--case', `Sale=${sale}`];
    const further = ['--client', client, '--writes', 'none'];
    const wrong =
      'The answer is wrong: restrictedOperations.1 must be one of getCaseData, updateClient, createOrganisation, getOrganisation, listCases, but is "patchClient". Did you mean \'updateClient\'?\n';
    const called = await callAtTerminal(
      ['init', '--config', file, ...words, ...further],
      ['RESTRICTED', 'updateClient, patchClient', 'updateClient createOrganisation', 'OUTSIDER'],
    );
    expect(called).toEqual({
      status: 0,
      stdout: `${questions.restricted}${questions.operations}${wrong}${questions.operations}${questions.outsider}Configuration: ${file}\nNext: put each token into its environment variable (MEMBER, RESTRICTED, OUTSIDER), and run\n  case-conformance check --config ${file}\n`,
      stderr: '',
    });
  });

  const saleCases = questions.cases('Sale cases of the organisation');
  const purchaseCases = questions.cases('Purchase cases of the organisation');

  test.each([
    ['no base URL', [''], questions.baseUrl],
    ['a base URL that is none', ['acme'], questions.baseUrl],
    ['a base URL with the path', [`${baseUrl}/api/v2`], questions.baseUrl],
    ['a token for a name', [baseUrl, 'tok3n', 'MEMBER'], questions.member],
    ['one variable for two tokens', [baseUrl, 'MEMBER', 'MEMBER'], questions.restricted],
    ['a case that is none', [baseUrl, '', '', '', `${sale} x`], saleCases],
    ['a case that stands elsewhere', [baseUrl, '', '', '', sale, sale], purchaseCases],
  ])('says that %s is wrong, and asks again', async (_name, answers, question) => {
    const file = await newFile();
    const asked = [...answers, ...(answers.length === 1 ? [baseUrl] : []), ...rest];
    const { status, stdout, stderr } = await callAtTerminal(['init', '--config', file], asked);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split(question)).toEqual([
      expect.anything(),
      expect.stringMatching(/^.+\.\n$/),
      expect.anything(),
    ]);
    await readConfiguration(file, environment);
  });

  const notAnswered =
    'The questions ended before all were answered, so nothing was written. Answer them all, or use the options that case-conformance init --help shows. [NOT_ANSWERED]\n';

  test('writes nothing when the input ends', async () => {
    const file = await newFile();
    expect(await callAtTerminal(['init', '--config', file], [baseUrl])).toEqual({
      status: 2,
      stdout: `${questions.baseUrl}${questions.member}\n`,
      stderr: notAnswered,
    });
    await expectAbsent(file);
  });

  test.each([
    ['Ctrl-C', [`${baseUrl}\r`, '\u0003']],
    ['Ctrl-D', [`${baseUrl}\r`, '\u0004']],
  ])('writes nothing after %s', async (_name, typed) => {
    const file = await newFile();
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const errors = new PassThrough();
    const status = main(['init', '--config', file], { input, output, errors, environment: {} });
    for (const keys of typed) {
      input.write(keys);
      await once(output, 'readable');
    }
    expect(await status).toBe(2);
    expect(errors.read().toString()).toBe(notAnswered);
    await expectAbsent(file);
  });
});

describe('the text', () => {
  /** Keys that are commented out, each with all its lines. */
  const comment = /^( *)\/\/ (?:, )?".*(?:\n\1\/\/(?: {3}.*| [\]}].*|))*$/gm;
  const withoutSlashes = (block: string) => block.replaceAll(/^( *)\/\/ ?/gm, '$1');

  const drafts: readonly (readonly [name: string, draft: Configuration])[] = [
    ['the base URL alone', { baseUrl }],
    ['empty lists', { baseUrl, tokens: {}, cases: { Sale: [], Purchase: [purchase] }, clients: [] }],
    ['long lists', { baseUrl, clients: [client, sale, purchase], writes: 'none' }],
  ];

  async function reading(text: string): Promise<Configuration> {
    return readConfiguration(await temporaryFile('x.json', text), environment);
  }

  test.each(drafts)('of %s can be read, and so it can with any comment taken away', async (_name, draft) => {
    const text = configurationText(draft);
    expect(await reading(text)).toMatchObject({ baseUrl });
    const comments = text.match(comment) ?? [];
    expect(comments.length).toBeGreaterThan(5);
    for (const block of comments) await reading(text.replace(block, withoutSlashes));
    const all = await reading(text.replaceAll(comment, withoutSlashes));
    expect(Object.keys(all)).toEqual(Object.keys(configurationSchema.properties));
    expect(Object.keys(all.tokens ?? {})).toEqual(['member', 'restricted', 'outsider']);
    expect(Object.keys(all.cases ?? {})).toEqual(['Sale', 'Purchase', 'Remortgage', 'Transfer', 'foreign']);
  });

  test('explains every key', () => {
    const text = configurationText({ baseUrl });
    for (const [key, { description }] of Object.entries(configurationSchema.properties)) {
      const [, below = ''] = text.split(`  /* ${description} */\n`);
      expect(below.split('\n', 1)[0]).toMatch(/^ {2}(\/\/ (, )?)?"/);
      expect(below.replace(/^[ /,]*/, '').startsWith(`"${key}": `), key).toBe(true);
    }
  });
});
