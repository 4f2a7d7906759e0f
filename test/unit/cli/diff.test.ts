import { execFileSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import schema from '../../../src/report/diff/diff.schema.json' with { type: 'json' };
import { bundled } from '../../../src/specification/bundled.ts';
import { call, temporaryFile, temporaryFolder } from './support.ts';

function changed(from: string, to: string): Promise<string> {
  expect(bundled.text).toContain(from);
  return temporaryFile('changed.yaml', bundled.text.replace(from, to));
}

const wider = () =>
  changed('[grade I, grade II*, grade II]', '[grade I, grade II*, grade II, <b>grade* III</b>]');
const narrower = () => changed('[grade I, grade II*, grade II]', '[grade I, grade II*]');

test('the JSON is as its schema has it, and a breaking effect without a witness is not', async () => {
  const isReport = new Ajv2020({ strict: false }).compile(schema);
  const { stdout } = await call(['diff', '@2.0', await wider(), '--output', 'json']);
  const report = JSON.parse(stdout);
  expect(isReport(report)).toBe(true);
  expect(report.differences.length).toBeGreaterThan(0);
  delete report.differences[0].consumers.witness;
  expect(isReport(report)).toBe(false);
});

const failsOn = (what: string, count?: number): string =>
  `Fails on: ${what}. ${count === undefined ? 'Nothing of that.' : `${count} differences of that kind.`}`;
const renamed = () => changed('line_1: {', 'line_0: { type: string }\n        line_1: {');

test.each<[words: readonly string[], file: () => Promise<string>, status: number, last?: string]>([
  [[], wider, 1, failsOn('breaking, for consumers', 2)],
  [['--for', 'providers'], wider, 0, failsOn('breaking, for providers')],
  [['--for', 'providers'], narrower, 1],
  [
    ['--fail-on', 'undecided', '--for', 'consumers,providers'],
    ...([wider, 1, failsOn('breaking or undecided, for consumers or providers', 2)] as const),
  ],
  [['--fail-on', 'any'], wider, 1, failsOn('any difference', 2)],
  [['--fail-on', 'any'], () => changed('An identifier,', 'An identifier ,'), 0],
  [['--fail-on', 'undecided'], renamed, 1],
  [[], renamed, 0],
  [[], () => changed('openapi: 3.1.0', 'openapi: 4.0.0'), 2],
])('%j: the exit status of %o, and the last line says why', async (words, file, status, last) => {
  for (const output of ['text', 'markdown']) {
    const called = await call(['diff', '@2.0', await file(), ...words, '--output', output]);
    expect(called.status).toBe(status);
    if (last !== undefined) expect(called.stdout.trimEnd().split('\n').at(-1)).toBe(last);
  }
});

test('for GitHub, what fails is an error at its line, and what is undecided a warning', async () => {
  const home = process.cwd();
  onTestFinished(() => process.chdir(home));
  process.chdir(await temporaryFolder());
  await copyFile(await wider(), 'api.yaml');
  const { status, stdout } = await call(['diff', '@2.0', './api.yaml', '--output', 'github']);
  expect(status).toBe(1);
  const [first, second, third, ...others] = stdout.split('\n');
  const place = '::error file=api.yaml,line=249,col=21,title=GET /api/v2/cases/{id}/data%2C response 200::';
  expect(first?.startsWith(`${place}Sale: TA6_4th.listingGrade also allows`)).toBe(true);
  expect(second?.startsWith(place)).toBe(true);
  expect([third, ...others]).toEqual(['::notice title=case-conformance::2 changes break consumers.', '']);
  await copyFile(await renamed(), 'api.yaml');
  const undecided = await call(['diff', '@2.0', 'api.yaml', '--output', 'github']);
  expect(undecided.stdout).toMatch(/^::warning file=.*,line=\d+,col=\d+,title=/);
  expect(undecided.stdout).toContain('\n::notice title=case-conformance::No change breaks consumers.\n');
});

describe('a difference that is accepted', () => {
  interface Entry {
    readonly fingerprint: string;
    readonly until: string;
  }
  const entriesIn = async (file: string): Promise<Entry[]> =>
    JSON.parse(await readFile(file, 'utf8')).accepted;
  const fileOf = (...accepted: readonly object[]): Promise<string> =>
    temporaryFile('accepted.json', JSON.stringify({ accepted }));

  let accepted: string;
  let entries: readonly Entry[];
  beforeAll(async () => {
    accepted = join(await temporaryFolder(), 'accepted.json');
    const accepting = ['--accept', accepted, '--write-accept', 'Agreed.'];
    expect((await call(['diff', '@2.0', await wider(), ...accepting])).status).toBe(0);
    entries = await entriesIn(accepted);
  });

  test('is written with a reason for 90 days, and then does not fail, but is listed', async () => {
    const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    const terms = { reason: 'Agreed.', until };
    expect(entries).toEqual([expect.objectContaining(terms), expect.objectContaining(terms)]);
    const { status, stdout } = await call(['diff', '@2.0', await wider(), '--accept', accepted]);
    expect(status).toBe(0);
    expect(stdout).toContain(`    accepted until ${until}: Agreed.\n`);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'Fails on: breaking, for consumers. 2 differences of that kind, all accepted.',
    );
    const json = await call(['diff', '@2.0', await wider(), '--accept', accepted, '--output', 'json']);
    const report = JSON.parse(json.stdout);
    expect(new Ajv2020({ strict: false }).compile(schema)(report)).toBe(true);
    expect(report.differences[0].accepted).toEqual(terms);
  });

  test('fails again if it is another change at the same place', async () => {
    const other = await changed('[grade I, grade II*, grade II]', '[grade I, grade II*, grade II, grade IV]');
    const { status, stdout } = await call(['diff', '@2.0', other, '--accept', accepted]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/The accepted difference \w{16} \(GET .*\) matches no difference\. /);
  });

  test('fails again once its day is over', async () => {
    const [first, ...others] = entries;
    const expired = await fileOf({ ...first, until: '2000-02-29' }, ...others);
    const { status, stdout } = await call(['diff', '@2.0', await wider(), '--accept', expired]);
    expect(status).toBe(1);
    expect(stdout).toContain('was accepted until 2000-02-29. Fix the difference,');
    expect(stdout.trimEnd()).toMatch(/2 differences of that kind\. 1 of them accepted\.$/);
  });

  test('keeps its terms when the file is written again, as those of other branches do', async () => {
    const [first, second] = entries;
    const kept = { ...first, reason: 'As before.', until: '2999-12-31' };
    const ofOther = { ...second, fingerprint: '0'.repeat(16) };
    const file = await fileOf(kept, ofOther, { ...ofOther, until: '2000-02-29' });
    await call(['diff', '@2.0', await wider(), '--accept', file, '--write-accept', 'Agreed.']);
    expect(await entriesIn(file)).toEqual([kept, ofOther, second]);
  });

  test('is not accepted again for the reason of another once its day is over', async () => {
    const [first, second] = entries;
    const over = { ...first, until: '2000-02-29' };
    const file = await fileOf(over);
    const again = ['--accept', file, '--write-accept', 'Agreed.'];
    expect((await call(['diff', '@2.0', await wider(), ...again])).status).toBe(1);
    expect(await entriesIn(file)).toEqual([over, second]);
  });

  test.each<[string, string[], string]>([
    ['without a file to write', ['--write-accept', 'Agreed.'], '--accept'],
    ['with two files', ['--accept', 'a.json', '--accept', 'b.json'], 'only one file'],
    ['by a file that is not there', ['--accept', 'nothing.json'], 'nothing.json'],
  ])('%s is a wrong call', async (_, words, said) => {
    const { status, stderr } = await call(['diff', '@2.0', '@2.0', ...words]);
    expect(status).toBe(2);
    expect(stderr).toContain(said);
  });
});

describe('a file of a Git revision', () => {
  const home = process.cwd();
  afterEach(() => process.chdir(home));

  async function repository(): Promise<void> {
    process.chdir(await temporaryFolder());
    await writeFile('api.yaml', bundled.text);
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...words]);
    git('init', '--quiet');
    git('add', 'api.yaml');
    git('commit', '--quiet', '--message', 'a');
    await copyFile(await wider(), 'api.yaml');
  }

  test.each([
    ['HEAD:nothing.yaml', 'HEAD:nothing.yaml cannot be read. The file does not exist, and Git says: fatal: '],
    ['--help:api.yaml', "unknown option '--help:api.yaml'"],
    ['c:\\nothing.yaml', 'The file does not exist.'],
  ])('that is not there is said: %s', async (source, words) => {
    await repository();
    const { status, stderr } = await call(['diff', source, 'api.yaml']);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
  });

  test('does not hide a file of that name', async () => {
    await repository();
    await copyFile(await wider(), 'HEAD:api.yaml');
    expect((await call(['diff', 'HEAD:api.yaml', 'api.yaml'])).status).toBe(0);
  });
});
