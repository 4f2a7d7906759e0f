import { describe, expect, expectTypeOf, test } from 'vitest';
import { type RecordOf, records } from '../../../src/arbitraries.ts';
import { invalidFixtures, realisticFixtures, validFixtures } from '../../../src/fixtures.ts';
import '../../../src/vitest.ts';

const sale = { caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', caseType: 'Sale', price: 325_000 };

describe('toBeCaseRecord', () => {
  test('takes valid records, and no invalid ones', () => {
    for (const { record } of [...validFixtures, ...realisticFixtures]) {
      expect(record).toBeCaseRecord();
      expect(record).toBeCaseRecord(record.caseType);
    }
    for (const { record } of invalidFixtures) expect(record).not.toBeCaseRecord();
  });

  test('says all that is wrong', () => {
    expect(() => expect({ ...sale, price: '1', location: { height: 1 } }).toBeCaseRecord('Sale')).toThrow(
      /^The value is not a Sale record:\n {2}\/location\/height is not allowed.*\.\n {2}\/price is .*\.$/,
    );
    expect(() => expect({ caseId: 'x', caseType: 'sale', price: '1' }).toBeCaseRecord('Sale')).toThrow(
      /^The value is not a Sale record:\n {2}\/caseId is .*\.\n {2}\/price is .*\.\n {2}\/caseType is .*\.$/,
    );
    expect({ caseId: sale.caseId }).not.toBeCaseRecord('Sale');
    expect(() => expect(sale).toBeCaseRecord('Purchase')).toThrow(
      /^The value is not a Purchase record, but a Sale record\.$/,
    );
    expect(() => expect(sale).not.toBeCaseRecord('Sale')).toThrow(
      /^The value is a Sale record, and should not be\.$/,
    );
    expect(() => expect(null).toBeCaseRecord('Sale')).toThrow(/^The value is not a Sale record:\n/);
  });

  test('is a matcher within others', () => {
    expect({ cases: [sale] }).toEqual({ cases: [expect.toBeCaseRecord('Sale')] });
  });
});

test('toConformTo takes what the schema describes', () => {
  expect({ telephoneNumber: '+442079460123' }).toConformTo('ClientPatch');
  expect(() => expect({ telephoneNumber: 7 }).toConformTo('ClientPatch')).toThrow(
    /^The value is not what ClientPatch describes:\n {2}\/telephoneNumber is /,
  );
});

test('What is offered has types', () => {
  expectTypeOf(expect(sale).toBeCaseRecord).parameters.toEqualTypeOf<
    [type?: 'Sale' | 'Purchase' | 'Remortgage' | 'Transfer' | undefined]
  >();
  expectTypeOf(expect(sale).toConformTo).parameter(0).extract<'Client' | 'Clint'>().toEqualTypeOf<'Client'>();
  expectTypeOf<RecordOf<'Sale'>['caseType']>().toEqualTypeOf<'Sale'>();
  expectTypeOf(records<'Client'>).returns.toHaveProperty('generate');
  // @ts-expect-error: there is no such type
  expect(() => records({ type: 'Lease' })).toBeTypeOf('function');
});
