import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../src/generation/hostile.ts';
import {
  coveringEdgeCaseRecords,
  coveringInvalidRecords,
  coveringRecords,
  edgeCaseRecords,
  records,
} from '../src/generation/records.ts';
import { pointerTokens } from '../src/schema/pointer.ts';
import { bundled } from '../src/specification/bundled.ts';
import { sampling } from './sampling.ts';
import { withReference } from './started-reference.ts';

// What goes into the reference implementation through its store comes out of its interface equal, to the letter.

type JsonRecord = Readonly<Record<string, unknown>>;

/** A record, and what it is read as. */
interface Reading {
  readonly stored: JsonRecord;
  readonly read: unknown;
}

describe.each([...bundled.caseTypes, 'Client'] as const)(
  'a record of a %s comes out as it went in',
  (type) => {
    const [idName, changed] = type === 'Client' ? ['id', changedClients] : ['caseId', changedCases];
    // A store can find nothing that has no identifier.
    const identified = (record: unknown, id: string) => ({ [idName]: id, ...(record as JsonRecord) });

    test('whatever it shows', async () => {
      const own = coveringRecords({ type }, 1).map((record, index) => identified(record, identifier(index)));
      expect(await changed(own)).toEqual([]);
    });

    test.each([
      ['looks', coveringEdgeCaseRecords({ type }, 1)],
      ['is', coveringInvalidRecords({ type }, 1)],
    ])('whatever in it %s wrong', async (_verb, covering) => {
      const own = covering
        // A store holds objects only, and a whole form is one value to it.
        .filter(({ pointer }) => !/^$|^\/(caseId|id)$|^\/TA\d+\//.test(pointer))
        .map(({ record, pointer }, index) => ({
          ...partOf(record, ['caseType', ...pointerTokens(pointer).slice(0, 1)]),
          [idName]: identifier(index),
        }));
      expect(await changed(own)).toEqual([]);
    });

    test.each([
      ['realistic', records({ type })],
      ['hostile', records({ type, texts: 'hostile' })],
      ['edge-case', edgeCaseRecords({ type }).map(({ record }) => record)],
      ['holding members of any name', fc.tuple(records({ type }), anyMembers()).map(merged)],
    ])('where it is %s', async (_name, values) => {
      const own = fc.tuple(values, fc.uuid()).map(([record, id]) => identified(record, id));
      await fc.assert(
        fc.asyncProperty(severalOf(own, idName), async (several) => {
          expect(await changed(several)).toEqual([]);
        }),
        sampling(5),
      );
    });
  },
);

/** The cases whose answers differ from the stored records, all in one reference. */
function changedCases(cases: readonly unknown[]): Promise<Reading[]> {
  return withReference(async ({ addCases, readCase }) => {
    await addCases(cases);
    return changedOf(cases, ({ caseId }) => readCase(String(caseId)));
  });
}

function changedClients(clients: readonly unknown[]): Promise<Reading[]> {
  return withReference(async ({ addClients, readClient }) => {
    await addClients(clients);
    return changedOf(clients, ({ id }) => readClient(String(id)));
  });
}

async function changedOf(
  stored: readonly unknown[],
  read: (record: JsonRecord) => Promise<unknown>,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const record of stored as readonly JsonRecord[])
    readings.push({ stored: record, read: await read(record) });
  // As JSON writes it: there is no zero below zero.
  return readings.filter((one) => !isDeepStrictEqual(one.read, JSON.parse(JSON.stringify(one.stored))));
}

/** Those members of a record that it has: each is kept by itself, and many whole records take long. */
function partOf(record: unknown, names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record as JsonRecord).filter(([name]) => names.includes(name)));
}

/** Several values that no two of are the same record. */
function severalOf(values: fc.Arbitrary<unknown>, identifierName: string): fc.Arbitrary<unknown[]> {
  const selector = (record: unknown) => String((record as JsonRecord)[identifierName]).toLowerCase();
  return fc.uniqueArray(values, { selector, minLength: 1, maxLength: 10 });
}

/** Members that nothing lists: in an open object they may be anything. */
function anyMembers(): fc.Arbitrary<JsonRecord> {
  return fc.dictionary(hostileTexts(), fc.jsonValue(), { minKeys: 1 });
}

function merged([record, members]: [unknown, JsonRecord]): JsonRecord {
  return { ...members, ...(record as JsonRecord) };
}

function identifier(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
