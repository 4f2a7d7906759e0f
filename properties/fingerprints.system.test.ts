import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../faults/behaviour.ts';
import { startService } from '../faults/broken-service.ts';
import { repetitionFaults } from '../faults/faults/repetition.ts';
import { faults } from '../faults/faults.ts';
import { demoTarget } from '../proof/demo-target.ts';
import { checksOf } from '../src/checks/all.ts';
import { noJournal } from '../src/conformance/put-back/journal.ts';
import type { CheckResult } from '../src/conformance/result.ts';
import { run } from '../src/conformance/run.ts';
import { openTransport } from '../src/http/transport.ts';
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
      const [usual, other] = await Promise.all([
        resultsOf(fault, { seed: 1, isReversed: false }),
        resultsOf(fault, way),
      ]);
      expect(fingerprintsIn(other)).toEqual(fingerprintsIn(usual));
      fc.pre(fingerprintsIn(usual).length > 0);
    }),
    slowSampling(5),
  );
});

function fingerprintsIn(results: readonly CheckResult[]): string[] {
  const all = results.flatMap(({ findings }) => findings.map(({ fingerprint = '' }) => fingerprint));
  return [...new Set(all)].sort();
}

async function resultsOf({ behaviour, requirement }: Fault, { seed, isReversed }: Way) {
  const ordered = <Value>(values: readonly Value[]): Value[] =>
    isReversed ? values.toReversed() : [...values];
  const checks = quick.filter(({ requirements }) => requirements.includes(requirement));
  const service = await startService(behaviour);
  const { target, tokens, transport: limits } = demoTarget(demo, service.baseUrl);
  const { Sale, Purchase, Remortgage, Transfer } = target.cases;
  const cases = {
    ...{ Sale: ordered(Sale), Purchase: ordered(Purchase) },
    ...{ Remortgage: ordered(Remortgage), Transfer: ordered(Transfer) },
  };
  const transport = openTransport(limits);
  try {
    const { results } = await run({
      ...{ specification: bundled, tokens, transport, seed },
      target: { ...target, cases, clients: ordered(target.clients) },
      checks: ordered(checks),
      concurrency: limits.concurrency,
      runs: 3,
      // Without this, the seed would select some of the requests.
      thorough: true,
      // Nothing is stored, so no journal is needed to restore anything.
      journal: noJournal,
    });
    return results;
  } finally {
    await transport.close();
    await service.close();
  }
}
