import fc from 'fast-check';
import { createGeneratorSync } from 'json-schema-faker';
import {
  coveringEdgeCaseRecords,
  coveringInvalidRecords,
  coveringRecords,
  records,
} from '../../src/generation/records.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { bundled } from '../../src/specification/bundled.ts';
import type { Figure } from './figure.ts';
import { costsOf, millisecondsOf } from './rounds.ts';

const rounds = 9;

const recordsPerRound = 100;

export async function generateRecords(): Promise<Figure[]> {
  return [besideAnotherGenerator(), ...bundled.caseTypes.map(besideASecond)];
}

/**
 * Compares Sale records. The other generator ignores references within unions, and omits optional fields at random. So
 * its schema has the TA6, 5th edition, instead of the union, and requires every field.
 */
function besideAnotherGenerator(): Figure {
  const other = createGeneratorSync({ seed: 1, alwaysFakeOptionals: true });
  const sales = records({ type: 'Sale', edition: 'TA6_5th', isComplete: true });
  const costs = costsOf(
    rounds,
    () =>
      millisecondsOf(() => fc.sample(sales, { numRuns: recordsPerRound, seed: 1 }).forEach(assertComplete)),
    () =>
      millisecondsOf(() => {
        for (let made = 0; made < recordsPerRound; made += 1) assertComplete(other.generate(completeSale));
      }),
  );
  return { what: 'generating complete Sale records', to: 'json-schema-faker', costs, bound: 0.1 };
}

function assertComplete(record: unknown): void {
  const { TA6, ...sale } = record as Record<string, object>;
  if (Object.keys(sale).length < 42 || Object.keys(TA6 ?? {}).length < 220)
    throw new Error('A record is not complete.');
}

const completeSale = {
  $ref: '#/components/schemas/Sale',
  components: { schemas: { ...mapped(bundled.description.components.schemas), Sale: withOneEdition() } },
};

function withOneEdition(): Schema {
  const { Sale = {} } = bundled.description.components.schemas;
  return everyFieldRequired({
    ...Sale,
    properties: { ...Sale.properties, TA6: { $ref: '#/components/schemas/TA6_5th' } },
  });
}

function mapped(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, everyFieldRequired(schema)]),
  );
}

function everyFieldRequired(schema: Schema): Schema {
  const { properties } = schema;
  return properties === undefined ? schema : { ...schema, required: Object.keys(properties) };
}

function besideASecond(type: (typeof bundled.caseTypes)[number]): Figure {
  const costs = costsOf(
    rounds,
    () =>
      millisecondsOf(() => {
        const valid = [
          ...coveringRecords({ type }, 1),
          ...Array.from(coveringEdgeCaseRecords({ type }, 1), ({ record }) => record),
        ];
        if (valid.some((record) => bundled.validate('CaseRecord', record).length > 0))
          throw new Error('Not valid.');
        [...coveringInvalidRecords({ type }, 1)];
      }),
    () => 1_000,
  );
  return { what: `the whole enumerable coverage of a ${type}`, to: 'a second', costs, bound: 1 };
}
