import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { call, refusal, start, temporaryFile, temporaryFolder } from './support.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const good = JSON.stringify({ caseId: id, caseType: 'Sale' });
const bad = JSON.stringify({ caseId: id, caseType: 'Sale', estateAgentInstructed: 'yes', price: 'high' });
const badFindings = [
  { pointer: '/price', keyword: 'type', message: '/price is a string instead of a number' },
  {
    pointer: '/estateAgentInstructed',
    keyword: 'enum',
    message: "/estateAgentInstructed is 'yes' instead of 'Yes' (other letter case)",
  },
];
const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
const notJson = (place = 'It', at = '') => [
  { pointer: '', keyword: 'json', message: `${place} is not JSON${at}` },
];
const emptyLine = [{ pointer: '', keyword: 'json', message: 'It is empty' }];
const notUtf8 = [
  { pointer: '', keyword: 'json', message: 'It is not UTF-8, but perhaps ISO 8859-1 (Latin-1)' },
];
const notObject = [{ pointer: '', keyword: 'type', message: 'The value is an array instead of an object' }];

const inputs: readonly (readonly [
  name: string,
  content: string | Uint8Array,
  findings: readonly object[][],
])[] = [
  ['a record a line', `${good}\n${bad}\n${good}\n`, [[], badFindings, []]],
  ['CRLF line ends', `${good}\r\n${bad}\r\n`, [[], badFindings]],
  ['a byte order mark', `\ufeff${good}\n${bad}\n`, [[], badFindings]],
  ['a document over several lines', pretty(bad), [badFindings]],
  ['a list over several lines', `[\n${good},\n${bad}\n]\n`, [notObject]],
  ['blank lines', `${good}\n\n${good}\n\n`, [[], emptyLine, [], emptyLine]],
  [
    'a line that is no JSON between good ones',
    `${good}\n{"caseId"\n${good}\n`,
    [[], notJson('It', ': it is cut off after 9 characters'), []],
  ],
  [
    'a first line that is no JSON',
    `{"caseId":\n${good}\n${bad}\n`,
    [notJson('It', ': it is cut off after 10 characters'), [], badFindings],
  ],
  ['a blank first line', `\n${good}\n`, [[]]],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from(`${good}\n`), Buffer.of(0x22, 0xff, 0x22, 0x0a), Buffer.from(good)]),
    [[], notUtf8, []],
  ],
  [
    'scalars',
    '1\nnull\n"x"\n',
    ['a number', 'null', 'a string'].map((kind) => [
      { pointer: '', keyword: 'type', message: `The value is ${kind} instead of an object` },
    ]),
  ],
  ['400,000 nested brackets', `${good}\n${'['.repeat(400_000)}${']'.repeat(400_000)}\n`, [[], notObject]],
];

test.each(inputs)(
  'validate --output ndjson prints one line for each record, in order: %s',
  async (_name, content, findings) => {
    const file = await temporaryFile('records.ndjson', content);

    const { status, stdout, stderr } = await call(['validate', '--output', 'ndjson', file]);

    const lines = stdout.split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      findings.map((ofLine) => ({ valid: ofLine.length === 0, findings: ofLine })),
    );
    expect({ status, stderr }).toEqual({ status: findings.flat().length === 0 ? 0 : 1, stderr: '' });
    expect((await call(['validate', '--output', 'ndjson', '-'], {}, content)).stdout).toBe(stdout);
  },
);

describe('validate prints text', () => {
  test('of several files and the standard input', async () => {
    const lines = await temporaryFile('lines.ndjson', `${good}\n${bad}\n\n`);
    const document = await temporaryFile('document.json', pretty(bad));
    const { status, stdout } = await call(['validate', lines, document, '-'], {}, 'x');
    expect(status).toBe(1);
    expect(stdout).toBe(`${lines}:2: /price is a string instead of a number.
${lines}:2: /estateAgentInstructed is 'yes' instead of 'Yes' (other letter case).
${lines}:3: It is empty.
${document}: /price is a string instead of a number.
${document}: /estateAgentInstructed is 'yes' instead of 'Yes' (other letter case).
-:1: It is not JSON.
5 records, 4 invalid.
`);
  });

  test('with advice on a JSON array of records', async () => {
    expect((await call(['validate', '-'], {}, `[\n${good}\n]\n`)).stdout).toBe(
      '-: The value is an array instead of an object. Put one record on a line.\n1 record, 1 invalid.\n',
    );
  });

  test('without what a terminal would obey', async () => {
    const record = { caseId: id, caseType: 'Sale', location: { 'a\u001b[31m\nb\u202e\u009b': 1 } };
    expect((await call(['validate', '-'], {}, JSON.stringify(record))).stdout).toBe(
      '-:1: /location/a\ufffd[31m\ufffdb\ufffd\ufffd is not allowed: only latitude and longitude are, and none of these is present.\n1 record, 1 invalid.\n',
    );
  });
});

describe('validate cannot go on', () => {
  test('without a record', async () => {
    const file = await temporaryFile('empty.ndjson', '');
    expect(await call(['validate', file])).toEqual({
      status: 3,
      stdout: '',
      stderr: `There is no record in ${file}. Give one JSON record a line, or a JSON file. [NOTHING_TO_VALIDATE]\n`,
    });
  });

  test('with a missing file, or a folder', async () => {
    const folder = await temporaryFolder();
    const whys = { [`${folder}/absent`]: 'The file does not exist.', [folder]: 'It is a folder.' };
    for (const [file, why] of Object.entries(whys)) {
      const message = `The file ${file} cannot be read. ${why} Name a file of records, or - for the standard input. [FILE_NOT_READABLE]`;
      expect(await call(['validate', file])).toEqual(refusal(message));
    }
  });
});

describe('validate of many lines, which are read in blocks', () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => {
    if (index % 1_000 === 999) return `{"caseId":${index}`;
    const price = index % 7 === 6 ? `${index}` : index;
    return JSON.stringify({ caseId: id, caseType: 'Sale', price, reference: 'x'.repeat(50) });
  });
  const content = `${lines.join('\n')}\n`;
  test('keeps their order, and numbers those of each input from one', async () => {
    const file = await temporaryFile('records.ndjson', content);
    const { stdout } = await call(['validate', file, '-'], {}, content);
    const places = stdout.split('\n').map((line) => /^(.+:\d+): /.exec(line)?.[1] ?? line);
    const numbers = lines.flatMap((_, index) =>
      index % 1_000 === 999 || index % 7 === 6 ? [index + 1] : [],
    );
    expect(places).toEqual([
      ...numbers.map((number) => `${file}:${number}`),
      ...numbers.map((number) => `-:${number}`),
      `${2 * lines.length} records, ${2 * numbers.length} invalid.`,
      '',
    ]);
  });
});

describe('validate as a process', () => {
  test('keeps its memory bounded, however long the file', async () => {
    const file = await temporaryFile('long.ndjson', '');
    const out = createWriteStream(file);
    const block =
      `${JSON.stringify({ caseId: id, caseType: 'Sale', reference: 'x'.repeat(5_000) })}\n`.repeat(200);
    for (let bytes = 0; bytes < 150_000_000; bytes += block.length) {
      if (!out.write(block)) await once(out, 'drain');
    }
    out.end();
    await finished(out);

    const short = await temporaryFile('short.ndjson', block.repeat(25));
    // First, since the process that compiles the sources needs some 30 MB more.
    const atLeast = await peakMemory(['validate', short]);
    // Keeping all lines in memory would need their 150 MB.
    expect((await peakMemory(['validate', file])) - atLeast).toBeLessThan(75_000_000);
  });

  test('ends quietly when nobody reads on', async () => {
    const file = await temporaryFile('records.ndjson', `${bad}\n`.repeat(20_000));
    const child = start(['validate', '--output', 'ndjson', file]);
    child.stdout.once('data', () => child.stdout.destroy());
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const status = await new Promise((resolve) => child.on('exit', resolve));
    expect({ status, stderr: Buffer.concat(errors).toString() }).toEqual({ status: 0, stderr: '' });
  });
});

const program = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** The peak memory of the program in bytes. */
async function peakMemory(words: readonly string[]): Promise<number> {
  const measure = `process.on('exit', () => console.error(process.resourceUsage().maxRSS)); process.argv.splice(1, 0, 'x'); await import(${JSON.stringify(program)})`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', measure, ...words]);
  child.stdout.resume();
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(text).toMatch(/^\d+\n$/);
  return Number(text) * 1_024;
}
