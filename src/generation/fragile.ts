import fc from 'fast-check';
import {
  commonLookalikes,
  fragmentGroups,
  lookalikeGroups,
  lookalikeText,
  textOfFragments,
} from './hazards.ts';

const kept = fragmentGroups.filter((group) => group !== 'spaces');

const draws = fc.record({ seed: fc.nat(), place: fc.nat(99) });

/**
 * Valid texts that every service can store unchanged, but that bugs in encoding, escaping, types or length limits
 * alter.
 */
export const fragileTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: draws.map((draw) => textOfFragments(kept, draw, 0, 100).normalize('NFC')) },
  { weight: 6, arbitrary: fc.constantFrom(...commonLookalikes) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...lookalikeGroups), draws).map((drawn) => lookalikeText(...drawn)),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      'The boundary follows the wall, then the hedge, and then the wall again. '.repeat(8).trim(),
    ),
  },
);

const fragileNumbers: readonly (readonly [name: RegExp, values: readonly number[]])[] = [
  [/^latitude$/, [51.5073509, 50, 0, 49.9999999, 55.1]],
  [/^longitude$/, [-0.1277583, 0, -3, 1.0000001, -2.5]],
  [/percent/i, [0, 33.33, 100, 12.5, 0.1]],
  [/./, [0, 0.01, 33.33, 249_999.99, 12_345_678.9, 0.1234567, 7, -1]],
];

export function fragileNumbersNamed(name: string): fc.Arbitrary<number> {
  return fc.constantFrom(...(fragileNumbers.find(([expression]) => expression.test(name))?.[1] ?? [0]));
}

export const fragileDates: fc.Arbitrary<string> = fc.constantFrom(
  '2024-02-29',
  '2025-03-30',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '1999-12-31',
);

export const fragileEmails: fc.Arbitrary<string> = fc.constantFrom(
  'sales+plot7@example.com',
  "n.o'hara@example.co.uk",
  'first_last-3@mail.example.org',
);
