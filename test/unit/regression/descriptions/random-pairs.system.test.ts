import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import type { Effect } from '../../../../src/regression/descriptions/difference.ts';
import { acceptanceOf } from './acceptance.ts';
import { choice, describing, integer, listOf, object, reference, text, truth } from './corpus/describing.ts';
import type { Json } from './corpus/pair.ts';

const names = ['A', 'B', 'C'];

const scalar = fc.constantFrom<Json>(
  ...[text, integer, truth, { type: 'number' }, choice('x', 'y'), choice('x', null)],
  ...[
    { ...text, minLength: 2 },
    { ...integer, minimum: 1 },
  ],
);

const part = fc.oneof(scalar, fc.constantFrom(...names).map(reference));

const structure = fc.oneof(
  part.map((items) => listOf(items)),
  fc
    .tuple(
      fc.dictionary(fc.constantFrom('a', 'b', 'a!'), part, { minKeys: 1, maxKeys: 2 }),
      fc.constantFrom({}, { additionalProperties: false }),
    )
    .map(([members, more]) => object(members, more)),
);

function schemaBefore(later: readonly string[]): fc.Arbitrary<Json> {
  const referred = later.length === 0 ? [] : [fc.constantFrom(...later).map(reference)];
  const one = fc.oneof(scalar, structure, ...referred);
  return fc.oneof(
    one,
    structure,
    fc.tuple(one, one).map((anyOf) => ({ anyOf })),
    fc.tuple(one, one).map((oneOf) => ({ oneOf })),
    fc.tuple(one, structure).map((allOf) => ({ allOf })),
  );
}

const components = { A: schemaBefore(['B', 'C']), B: schemaBefore(['C']), C: schemaBefore([]) };

const pair = fc
  .tuple(
    fc.constantFrom('3.0.3', '3.1.0'),
    fc.record(components),
    fc.record(components, { requiredKeys: [] }),
  )
  .map(([openapi, before, changes]) =>
    [before, { ...before, ...changes }].map((schemas) =>
      describing({ openapi, answer: reference('A'), schemas }),
    ),
  );

const scalars = [null, true, 0, 1, 0.5, '', 'x', 'y', 'zz'];
const shallow = [...scalars, [], {}, ...scalars.flatMap((one) => [[one], { a: one }, { b: one }])];
const values: readonly unknown[] = [
  ...shallow,
  ...shallow.flatMap((one) => [{ a: one, b: 'x' }, { a: 'x', b: one }, { a: one }, [one], { c: one }]),
];

const of = { operation: 'POST /pets', part: 'response', status: '200' } as const;

test('a verdict on a random pair is never refuted by a value', () => {
  fc.assert(
    fc.property(pair, ([before = {}, after = {}]) => {
      const differences = compareDescriptions(before, after);
      const [isOld, isNow] = [acceptanceOf(before)(of), acceptanceOf(after)(of)];
      const isNewly = (value: unknown): boolean => isNow(value) && !isOld(value);
      const isNoLonger = (value: unknown): boolean => isOld(value) && !isNow(value);
      const isOpen = ({ verdict }: Effect): boolean => verdict !== 'compatible';
      if (!differences.some(({ consumers }) => isOpen(consumers)))
        expect(values.find(isNewly)).toBeUndefined();
      if (!differences.some(({ providers }) => isOpen(providers)))
        expect(values.find(isNoLonger)).toBeUndefined();
      for (const { consumers, providers } of differences) {
        if (consumers.verdict === 'breaking') expect(consumers.witness?.body).toSatisfy(isNewly);
        if (providers.verdict === 'breaking') expect(providers.witness?.body).toSatisfy(isNoLonger);
      }
    }),
    { numRuns: 600, seed: 31 },
  );
}, 60_000);
