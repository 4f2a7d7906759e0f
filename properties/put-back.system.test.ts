import fc from 'fast-check';
import PQueue from 'p-queue';
import { expect, test } from 'vitest';
import { soak } from '../scripts/soak/trial.ts';
import { noTroubles, showings, type Troubles, trialOf } from '../scripts/soak/troubles.ts';
import { sampling } from './sampling.ts';

// Whatever a target, a disk and a process do: every client is as it was, or is still in the journal, and it is said.

const seldom = <Value>(value: fc.Arbitrary<Value>, usual: Value): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: value });

const anyTroubles: fc.Arbitrary<Troubles> = fc.record({
  seed: fc.nat(),
  clients: fc.integer({ min: 1, max: 2 }),
  late: seldom(fc.integer({ min: 1, max: 10 }), 0),
  answersLate: fc.constantFrom('504', 'silence'),
  fails: seldom(fc.integer({ min: 1, max: 20 }), 0),
  mixesUp: seldom(fc.integer({ min: 1, max: 20 }), 0),
  lagMs: seldom(fc.integer({ min: 1, max: 60 }), 0),
  shows: seldom(fc.constantFrom(...(Object.keys(showings) as (keyof typeof showings)[])), 'all'),
  goneAfter: seldom(fc.integer({ min: 1, max: 120 }), undefined),
  fullAfter: seldom(fc.integer({ min: 1, max: 60 }), undefined),
});

/**
 * What always shows the same word cannot be told from what never got a change, and what a masking target gave away is
 * forgotten with the journal that could not be written: of these together nothing is promised.
 */
const troubles = anyTroubles.map(({ seed, clients, shows, fullAfter, ...further }): Troubles => {
  const others = shows === 'a word' ? noTroubles : further;
  return { ...others, seed, clients, shows, fullAfter: shows === 'all' ? fullAfter : undefined };
});

test('Where nothing goes wrong, clients are changed, and are as they were', async () => {
  // Checks of changes pass only where changes were made.
  expect(await soak(trialOf(noTroubles))).toEqual({
    ...{ conclusion: 'conformant', isAsItWas: true, isSaid: true, isKept: false },
    messages: [],
  });
});

test('Every client is as it was, or it is said, and is still in the journal', {
  timeout: 120_000,
}, async () => {
  // Ten at once, since they mostly wait: as soon as one has ended, the next one begins.
  const queue = new PQueue({ concurrency: 10 });
  const many = fc.array(troubles, { minLength: 100, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(many, async (all) => {
      const outcomes = await queue.addAll(all.map((one) => () => soak(trialOf(one))));
      expect(all.filter((_, index) => outcomes[index]?.isSaid !== true)).toEqual([]);
    }),
    // To make them smaller would take minutes: each says what went wrong.
    { ...sampling(3), endOnFailure: true },
  );
});
