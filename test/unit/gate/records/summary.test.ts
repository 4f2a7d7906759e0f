import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { recordsIn } from '../../../../src/gate/records/input.ts';
import { openSummary } from '../../../../src/gate/records/summary.ts';
import { judgeOf } from '../../../../src/gate/records/validate-records.ts';
import { coveringInvalidRecords, coveringRecords } from '../../../../src/generation/records.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { call } from '../../cli/support.ts';

const lines = [
  ...Array.from(coveringInvalidRecords({ type: 'Purchase' }, 1), ({ record }) => JSON.stringify(record)),
  ...Array.from(coveringRecords({ type: 'Purchase' }, 1), (record) => JSON.stringify(record)),
  ...['', 'null', '{"caseId"', '[]', '{"location":{"Rosalind Ollerenshaw":1}}'],
];

const alike = ['true', 'null'].map((price) => `{"caseType":"Sale","price":${price}}`);

async function summaryOf(some: readonly string[]) {
  const summary = openSummary(judgeOf({}));
  for await (const group of recordsIn(Readable.from([Buffer.from(some.join('\n'))])))
    for (const record of group) summary.add(record);
  return summary.sum();
}

describe('a summary', () => {
  test('is the same for any order of the lines', async () => {
    const all = [...lines, ...alike];
    expect(await summaryOf(all.toReversed())).toEqual(await summaryOf(all));
  });

  test('counts each record once for a place, and as many as validate finds', async () => {
    const { records, valid, findings } = await summaryOf(lines);
    const found = lines.map((line) => {
      try {
        return bundled.validate('CaseRecord', JSON.parse(line));
      } catch {
        return [{ pointer: '', keyword: 'json' }];
      }
    });
    expect([records, valid]).toEqual([lines.length, found.filter((one) => one.length === 0).length]);
    const places = found.map(
      (one) => new Set(one.map(({ pointer, keyword }) => `${pointer.replaceAll(/\/\d+/g, '/*')} ${keyword}`)),
    );
    for (const { pointer, keyword, records: count } of findings.filter((one) => !one.pointer.includes('(')))
      expect(count).toBe(places.filter((one) => one.has(`${pointer} ${keyword}`)).length);
  });

  test('shows of a person nothing, and of the smallest record no more than a report', async () => {
    const record = { caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', caseType: 'Sale', price: 'high' };
    const longer = { ...record, reference: 'Ollerenshaw', location: { 'Rosalind Ollerenshaw': 1 } };
    const input = [longer, record, longer].map((one) => JSON.stringify(one)).join('\n');
    const { status, stdout, stderr } = await call(['validate', '--output', 'summary', '-'], {}, input);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).not.toContain('Ollerenshaw');
    const bytes = JSON.stringify(record).length;
    expect(JSON.parse(stdout)).toMatchObject({
      records: 3,
      valid: 0,
      findings: [
        { pointer: '/location/(an unknown name)', keyword: 'additionalProperties', records: 2 },
        {
          pointer: '/price',
          keyword: 'type',
          records: 3,
          example: { bytes, record: { ...record, price: 'xxxx' } },
        },
      ],
    });
  });

  test('of nothing is one, too', async () => {
    const { status, stdout, stderr } = await call(['validate', '--output', 'summary', '-']);
    expect([status, JSON.parse(stdout)]).toEqual([3, { records: 0, valid: 0, findings: [] }]);
    expect(stderr).toContain('NOTHING_TO_VALIDATE');
  });
});
