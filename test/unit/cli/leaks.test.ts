import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { reported } from '../../../src/cli/conclude.ts';
import { statusOfFailure } from '../../../src/cli/exit-status.ts';
import { assertSafe } from '../../../src/cli/files/written-files.ts';
import { type CheckOutcome, check } from '../../../src/gate/check.ts';
import type { Failure } from '../../../src/gate/failure.ts';
import { smallService, token } from './gate.ts';
import { temporaryFile, temporaryFolder } from './support.ts';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const person = "Ava O'Neill";

/** A run whose target shows the name of a person. */
async function outcomeOfRun(): Promise<CheckOutcome> {
  const service = await smallService();
  service.price = { of: person, mail: 'ava@acme.example', host: 'Http 127', listed: 'Missing Price' };
  return check({
    configuration: {
      ...{ baseUrl: service.url, tokens: { member: token }, requestsPerSecond: 1_000 },
      cases: { Sale: [caseId] },
    },
    only: 'getCaseData.Sale',
  });
}

test('a search knows what a run saw of persons, and its tokens', async () => {
  const { report, leakIn } = await outcomeOfRun();
  const text = JSON.stringify(report, null, 2);
  expect(report.results.flatMap(({ findings }) => findings)).not.toEqual([]);
  expect(leakIn(text)).toBeUndefined();
  expect(leakIn(`${text} ${person}`)).toBe('personal data');
  expect(leakIn(`<td>Ava O&#39;Neill</td>`)).toBe('personal data');
  expect(leakIn('ava%40acme.example')).toBe('personal data');
  expect(leakIn(`${text} Ava Oneill`)).toBeUndefined();
  expect(leakIn(`${text} ${Buffer.from(`x${token}`).toString('base64')}`)).toBe('a token');
  expect(leakIn(token)).toBe('a token');
});

test('a file with what must not be written is removed, and no other', async () => {
  const { leakIn } = await outcomeOfRun();
  const safe = await temporaryFile('safe.json', '{}');
  const unsafe = await temporaryFile('unsafe.html', `<p>${person}</p>`);
  const message = `${unsafe} held personal data, and was removed.`;
  await expect(assertSafe([safe, unsafe, `${safe}.missing`], leakIn)).rejects.toThrow(message);
  await expect(assertSafe([safe, unsafe], leakIn)).resolves.toBeUndefined();
});

test('a run that wrote it ends as a fault of the suite, and leaves no report', async () => {
  const outcome = await outcomeOfRun();
  const folder = await temporaryFolder();
  const lock = join(folder, 'lock.json');
  const call = (target: string, written: readonly string[]) =>
    reported(
      {
        ...{ reportDir: folder, secrets: [], rerun: () => '', further: async () => written },
        run: async () => ({ ...outcome, report: { ...outcome.report, target } }),
      },
      {
        ...{ input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() },
        environment: {},
      },
    );
  const failure = await call(`https://acme.example/${person}`, []).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'FILE_NOT_SAFE' });
  expect(statusOfFailure((failure as Failure).code)).toBe(4);
  expect(await readdir(folder)).toEqual([]);
  expect(await call(outcome.report.target, [])).toBe(1);
  await writeFile(lock, person);
  await expect(call(outcome.report.target, [lock])).rejects.toThrow(`${lock} held personal data`);
  expect(await readdir(folder)).toEqual(['report.html', 'report.json']);
});
