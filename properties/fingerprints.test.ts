import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../faults/behaviour.ts';
import { repetitionFaults } from '../faults/faults/repetition.ts';
import { faults } from '../faults/faults.ts';
import { demoTarget } from '../proof/demo-target.ts';
import { trial } from '../proof/trial.ts';
import { checksOf } from '../src/checks/all.ts';
import { readDemo } from '../src/reference/demo.ts';
import { bundled } from '../src/specification/bundled.ts';
import { slowSampling } from './sampling.ts';

// The fingerprint of a deviation must be the same for every seed and every order of checks, cases and clients.

const demo = await readDemo();

const quick = checksOf(bundled).filter(
  ({ id }) => !/^updateClient\.(texts|wrong-bodies|sequences)$/.test(id),
);

const steady = faults.filter(
  (fault) => fault.triedWith === undefined && !repetitionFaults.includes(fault) && !/every-/.test(fault.id),
);

interface Way {
  readonly seed: number;
  readonly isReversed: boolean;
}

const ways: fc.Arbitrary<Way> = fc.record({ seed: fc.nat(), isReversed: fc.boolean() });

test('The fingerprints of a run depend neither on its seed nor on the order of its checks, cases and clients', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...steady), ways, async (fault, way) => {
      const usual = await fingerprintsOf(fault, { seed: 1, isReversed: false });
      expect(await fingerprintsOf(fault, way)).toEqual(usual);
      fc.pre(usual.length > 0);
    }),
    slowSampling(5),
  );
});

async function fingerprintsOf(
  { behaviour, requirement }: Fault,
  { seed, isReversed }: Way,
): Promise<string[]> {
  const ordered = <Value>(values: readonly Value[]): Value[] =>
    isReversed ? values.toReversed() : [...values];
  const { target } = demoTarget(demo, '');
  const cases = Object.entries(target.cases).map(([type, ids]) => [type, ordered(ids)]);
  const { results } = await trial(behaviour, {
    checks: ordered(quick.filter(({ requirements }) => requirements.includes(requirement))),
    target: { cases: Object.fromEntries(cases), clients: ordered(target.clients) },
    runs: 3,
    seed,
  });
  const all = results.flatMap(({ findings }) => findings.map(({ fingerprint = '' }) => fingerprint));
  return [...new Set(all)].sort();
}
