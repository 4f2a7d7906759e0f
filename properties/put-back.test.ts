import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SoakTrial, soak } from '../scripts/soak/trial.ts';
import { nameOfClient } from '../src/conformance/put-back/client-name.ts';
import { slowSampling } from './sampling.ts';

// Whatever a target, a disk and a process do: every client is as it was, or is still in the journal, and it is said.

/** What goes wrong in a run. Of a share of zero nothing does. */
interface Troubles {
  readonly seed: number;
  readonly clients: number;
  /** In a hundred changes or answers. */
  readonly late: number;
  readonly answersLate: '504' | 'silence';
  readonly fails: number;
  readonly mixesUp: number;
  readonly lagMs: number;
  readonly shows: keyof typeof showings;
  /** The request from which on nothing is answered, as where the process ends: restore comes after it. */
  readonly goneAfter: number | undefined;
  /** The request from which on the journal takes nothing more. */
  readonly fullAfter: number | undefined;
}

const showings = {
  all: (text: string) => text,
  stars: (text: string) => `${text.charAt(0)}****`,
  'the beginning': (text: string) => text.slice(0, 8),
  capitals: (text: string) => text.toUpperCase(),
  'single spaces': (text: string) => text.replaceAll(/ +/g, ' '),
  'no tags': (text: string) => text.replaceAll(/<[^>]*>/g, ''),
  'a word': () => 'hidden',
};

const seldom = <Value>(value: fc.Arbitrary<Value>, usual: Value): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: value });

const troubles: fc.Arbitrary<Troubles> = fc.record({
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

/** Numbers from 0 to 1, the same for the same seed (xorshift32). */
function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 32;
  };
}

/** Late changes are made well within the settling time. */
const settleMs = 250;

function trialOf(troubles: Troubles): SoakTrial {
  const { seed, clients, late, answersLate, fails, mixesUp, lagMs, shows, goneAfter, fullAfter } = troubles;
  let journal: { readonly folder: string; readonly baseUrl: string } | undefined;
  const obstacles = (): string[] =>
    Array.from({ length: clients }, (_, index) => {
      const name = nameOfClient(journal?.baseUrl ?? '', `0b7e6d5c-4f3a-4b2c-9d1e-8a7f6e5d4c0${index}`);
      return join(journal?.folder ?? '', `${name}.history`);
    });
  return {
    clients,
    habits: {
      random: randomFrom(seed),
      ...{ answersLate, fails, mixesUp, lagMs, shows: showings[shows] },
      late: { percent: late, fromMs: 20, toMs: 150 },
      ...(goneAfter === undefined ? {} : { goneAfter }),
      onRequest: (number) => {
        for (const file of number === fullAfter ? obstacles() : []) {
          // A folder in its place takes no line.
          if (existsSync(file)) renameSync(file, `${file}.aside`);
          mkdirSync(file, { recursive: true, mode: 0o700 });
        }
      },
    },
    further: { timeoutMs: 100, settleMs },
    onJournal: (folder, baseUrl) => {
      journal = { folder, baseUrl };
    },
    onChecked: () => {
      for (const file of fullAfter === undefined ? [] : obstacles()) {
        rmSync(file, { recursive: true, force: true });
        if (existsSync(`${file}.aside`)) renameSync(`${file}.aside`, file);
      }
    },
    ...(goneAfter === undefined && fullAfter === undefined ? {} : { settle: settleMs / 1000 }),
  };
}

test('Every client is as it was, or it is said, and is still in the journal', {
  timeout: 120_000,
}, async () => {
  // Several at once, since they mostly wait.
  const several = fc.array(troubles, { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(several, async (all) => {
      const outcomes = await Promise.all(all.map((one) => soak(trialOf(one))));
      expect(all.filter((_, index) => outcomes[index]?.isSaid !== true)).toEqual([]);
    }),
    { ...slowSampling(30), interruptAfterTimeLimit: 100_000 },
  );
});
