import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { recordedRowsOf } from '../../../src/traffic/recorded-rows.ts';
import { harOf } from '../traffic/recorder.ts';

import { type Called, call, refusal, reportIn, temporaryFile, temporaryFolder } from './support.ts';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

function priced(price: unknown): object {
  const text = JSON.stringify({ caseId, caseType: 'Sale', price, extra: true });
  return {
    request: { method: 'GET', url: `https://acme.example/api/v2/cases/${caseId}/data`, headers: [] },
    response: { status: 200, headers: [], content: { size: text.length, text } },
  };
}

async function judged(
  entries: readonly object[],
  ...words: string[]
): Promise<Called & { readonly folder: string }> {
  const [file, folder] = [await temporaryFile('traffic.har', harOf(entries)), await temporaryFolder()];
  return { ...(await call(['check', '--har', file, '--report-dir', folder, ...words])), folder };
}

test('Recorded traffic is judged without a token, and the terminal says what it was', async () => {
  const { status, stdout, stderr } = await judged([priced(1), {}, {}]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(
    'Nothing was sent. Recorded: 3 exchanges of https://acme.example: 1 judged, 2 ignored.\n',
  );
  // A recording cannot decide who has access.
  const recordable = new Set(recordedRowsOf(bundled).flatMap(({ requirements }) => requirements));
  expect(recordable.size).toBeLessThan(103);
  expect(stdout).toContain(
    `No deviations, but only 2 of ${recordable.size} requirements that a recording can decide were tested.`,
  );
  expect(stdout).not.toContain('seed');
});

test('A deviation fails it, and is judged again with the command that it names', async () => {
  const { status, stdout, folder } = await judged([priced('1')]);
  expect(status).toBe(1);
  const [, again = ''] = /Again: case-conformance (.*)/.exec(stdout) ?? [];
  expect(again).toMatch(/^check --har \S+ --again \S+$/);
  const repeated = await call(again.split(' '));
  expect(repeated).toMatchObject({ status: 1, stderr: '' });
  expect((await reportIn(folder)).report).toMatchObject({
    deviations: [{ requirement: expect.any(String) }],
    only: 'getCaseData.Sale.case-price',
  });
});

test('A wrong call leaves the earlier report as it was', async () => {
  const { folder } = await judged([priced(1)]);
  const earlier = await readFile(join(folder, 'report.json'), 'utf8');
  const file = await temporaryFile('traffic.har', '{"log":{}}');
  expect((await call(['check', '--har', file, '--report-dir', folder])).status).toBe(2);
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe(earlier);
});

test.each([
  ['nothing is of the interface', [{}], /^None of the 1 .*TARGET_NOT_TESTED/],
  ['there is nothing', [], /^The HAR has no exchanges\. .*TARGET_NOT_TESTED/],
])('Where %s, nothing was tested', async (_, entries, words) => {
  const { status, stderr } = await judged(entries);
  expect([status, stderr]).toEqual([3, expect.stringMatching(words)]);
});

test('Bodies in files beside the HAR are read; a name that leads elsewhere is not followed', async () => {
  const folder = await temporaryFolder();
  const body = JSON.stringify({ caseId, caseType: 'Sale', price: '1' });
  await writeFile(join(folder, 'body.json'), body);
  const attached = (_file: string): object => {
    const entry = priced(1) as { response: object };
    return { ...entry, response: { ...entry.response, content: { size: body.length, _file } } };
  };
  const judgedIn = async (...entries: readonly object[]) => {
    const file = join(folder, 'traffic.har');
    await writeFile(file, harOf(entries));
    const out = await temporaryFolder();
    return { ...(await call(['check', '--har', file, '--report-dir', out])), ...(await reportIn(out)) };
  };
  expect(await judgedIn(attached('body.json'))).toMatchObject({
    status: 1,
    report: { recorded: { judged: 1, undecided: {} } },
  });
  const names = [join(folder, 'body.json'), './body.json', `../${basename(folder)}/body.json`, 'gone.json'];
  expect(await judgedIn(...names.map(attached))).toMatchObject({
    status: 3,
    report: { recorded: { judged: 0, undecided: { 'no body': names.length } } },
  });
});

test('The standard input may be the HAR', async () => {
  const words = ['check', '--har', '-', '--report-dir', await temporaryFolder()];
  expect(await call(words, {}, harOf([priced(1)]))).toMatchObject({ status: 0, stderr: '' });
  const wrong = await call(words, {}, '{"log":{"entries":[{},\n{"a" 1}]}}');
  expect(wrong).toEqual(
    refusal('The recording is not a HAR. It is not JSON (line 2, column 6). [FILE_WRONG]'),
  );
});

test('The report does not overwrite the HAR', async () => {
  const file = await temporaryFile('report.json', harOf([priced(1)]));
  const { status, stderr } = await call(['check', '--har', file, '--report-dir', join(file, '..')]);
  expect([status, stderr]).toEqual([2, expect.stringContaining('The report would overwrite ')]);
  expect(await readFile(file, 'utf8')).toBe(harOf([priced(1)]));
});

test.each([['--writes', 'none'], ['--discover'], ['--dry-run'], ['--fail-on', 'drift']])(
  'It is not judged with %s, which is of what is sent',
  async (...words) => {
    const { status, stderr } = await call(['check', '--har', 'some.har', ...words]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^The call is wrong: option '--\S+( <\S+>| drift)?' cannot be used with option '--/,
    );
  },
);

test('A lock, waivers, field coverage and what else fails a run work as for a run', async () => {
  const folder = await temporaryFolder();
  const [lock, seen] = [join(folder, 'lock.json'), join(folder, 'seen.json')];
  const accepted = await judged([priced(1)], '--lock', lock, '--update-lock', '--field-coverage', seen);
  expect(accepted.status).toBe(0);
  expect(JSON.parse(await readFile(lock, 'utf8'))).toMatchObject({
    target: 'https://acme.example',
    observations: { 'case-record-open:Sale-holds-what-is-not-listed': ['(an unknown name)'] },
  });
  const fewer = ['--lock', lock, '--fail-on', 'changed-observation', '--field-coverage', seen];
  const organisation = {
    request: { method: 'GET', url: 'https://acme.example/api/v2/org' },
    response: { status: 200, content: { text: '{"id":1}', size: 8 } },
  };
  expect((await judged([organisation], ...fewer)).stdout).toContain('Not accepted');
  // A case that was not requested again counts as unchanged.
  expect((await judged([priced(2)], ...fewer)).status).toBe(0);
  expect(JSON.parse(await readFile(seen, 'utf8')).valid['Sale /price']).toBe(2);
  const waiver = {
    result: 'getCaseData.Sale.case-price',
    pointer: '/price',
    reason: 'Known.',
    until: '2999-01-01',
  };
  const waivers = await temporaryFile('waivers.json', JSON.stringify({ waivers: [waiver] }));
  expect((await judged([priced('1')], '--waivers', waivers)).status).toBe(0);
  expect((await judged([priced(1)], '--fail-on', 'inconclusive')).status).toBe(1);
});
