import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { validateRecords } from '../../../../src/gate/records/validate-records.ts';

const right = JSON.stringify({ caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', caseType: 'Sale' });

async function found(text: string): Promise<[line: number, keywords: string[]][]> {
  const records: [number, string[]][] = [];
  for await (const { line, findings } of validateRecords(Readable.from([Buffer.from(text)])))
    records.push([line, findings.map(({ keyword }) => keyword)]);
  return records;
}

test('every record of a stream is validated, by its line', async () => {
  expect(await found(`${right}\n{"caseType":"Sale"}\n\n${right}\n`)).toEqual([
    [1, []],
    [2, ['required']],
    [3, ['json']],
    [4, []],
  ]);
});

test('a document over several lines is one record', async () => {
  expect(await found(JSON.stringify({ caseType: 'Sale' }, null, 2))).toEqual([[1, ['required']]]);
});

test('a large chunk has any number of lines, numbered throughout', async () => {
  const records = await found('0\n'.repeat(130_000));
  expect(records).toHaveLength(130_000);
  expect(records.findIndex(([line], index) => line !== index + 1)).toBe(-1);
});
