import fc from 'fast-check';
import PQueue from 'p-queue';
import { expect, test } from 'vitest';
import { soak } from '../scripts/soak/trial.ts';
import { noTroubles, showings, type Troubles, trialOf } from '../scripts/soak/troubles.ts';
import { sampling } from './sampling.ts';

// Whatever fails (target, disk, process), each client is restored, or it is still in the journal and the run says so.

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
 * Leaves out combinations in which nothing is promised. A target that shows every text as the same word hides whether a
 * change was made. If the journal cannot be written, what the run learned about a masking target is lost.
 */
const troubles = anyTroubles.map(({ seed, clients, shows, fullAfter, ...further }): Troubles => {
  const others = shows === 'a word' ? noTroubles : further;
  return { ...others, seed, clients, shows, fullAfter: shows === 'all' ? fullAfter : undefined };
});

test('Where nothing goes wrong, clients are changed, and are as they were', async () => {
  // Answers of a busy machine are late, which is a trouble of its own.
  const patient = { timeoutMs: 10_000, settleMs: 250, lateFromMs: 0, lateToMs: 0 };
  // The checks pass only if they changed a client.
  expect(await soak(trialOf(noTroubles, patient))).toEqual({
    ...{ conclusion: 'conformant', isAsItWas: true, isSaid: true, isKept: false },
    messages: [],
  });
});

test('Every client is as it was, or it is said, and is still in the journal', {
  timeout: 120_000,
}, async () => {
  // Ten concurrent trials, since they spend most of their time waiting.
  const queue = new PQueue({ concurrency: 10 });
  const many = fc.array(troubles, { minLength: 100, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(many, async (all) => {
      const outcomes = await queue.addAll(all.map((one) => () => soak(trialOf(one))));
      expect(all.filter((_, index) => outcomes[index]?.isSaid !== true)).toEqual([]);
    }),
    // Shrinking would take minutes. The outcome of each trial says what went wrong.
    { ...sampling(3), endOnFailure: true },
  );
});
