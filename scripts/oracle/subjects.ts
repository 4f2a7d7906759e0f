import type { Fault } from '../../faults/behaviour.ts';
import { faults } from '../../faults/faults.ts';
import { rightValues, singleFieldFaults } from '../../faults/single-fields.ts';
import { variants } from '../../faults/variants.ts';
import { faultResult } from '../../proof/fault-trial.ts';
import { batchesOf, judgedFaults, judgedRightValues, recordsResult } from '../../proof/single-field-trial.ts';
import { trial } from '../../proof/trial.ts';
import { variantResult } from '../../proof/variant-trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import type { RunResult } from '../../src/conformance/result.ts';
import { type WriteMode, writeModes } from '../../src/harness/target.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isOfClients } from '../../test/matrix/named.ts';
import { foundAndObservedIn, foundBy, foundIn } from './found.ts';
import { requestLines } from './requests.ts';
import { type Verdict, verdictOnFault, verdictOnVariant } from './verdict.ts';

/** The lines of a subject in the golden file. For a fault or a variant, also whether the result is right. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly verdict?: Verdict;
}

type Subject = readonly [name: string, outcome: () => Promise<Outcome>];

const checks = checksOf(bundled);
const changing = checks.filter(({ stage }) => stage === 'change');

export const subjects: ReadonlyMap<string, Subject[1]> = new Map([
  ...writeModes.map(
    (writes): Subject => [`requests ${writes}`, async () => ({ lines: await requestLines(writes, checks) })],
  ),
  ...variants.map((one) =>
    variantSubject(`variant ${one.id}`, () => variantResult(one, checks, true), foundAndObservedIn),
  ),
  ...batchesOf(singleFieldFaults).map(([batch, some]) =>
    aLineForEachCheck(`wrong values ${batch}`, () => recordsResult(judgedFaults(some, checks))),
  ),
  ...batchesOf(singleFieldFaults.filter(({ field }) => field.shape === 'Client')).map(([batch, some]) =>
    aLineForEachCheck(`wrong values restore ${batch}`, () =>
      recordsResult(judgedFaults(some, checks, 'restore')),
    ),
  ),
  ...batchesOf(rightValues).map(([batch, some]) =>
    aLineForEachCheck(`right values ${batch}`, () => recordsResult(judgedRightValues(some, checks))),
  ),
  ...variants
    .filter(({ operations }) => operations?.includes('updateClient') === true)
    .map(({ id, behaviour, needsSocket }) =>
      variantSubject(`variant restore ${id}`, () =>
        trial(behaviour, { checks: changing, target: { writes: 'restore' }, runs: 3, needsSocket }),
      ),
    ),
  ...faults.filter(isOfClients).map((one) => faultSubject(`fault restore ${one.id}`, one, 'restore')),
  ...faults.map((one) => faultSubject(`fault ${one.id}`, one, 'all')),
]);

function variantSubject(name: string, run: () => Promise<RunResult>, itemsOf = foundIn): Subject {
  return [
    name,
    async () => {
      const result = await run();
      return { lines: [line(name, itemsOf(result))], verdict: verdictOnVariant(name, result) };
    },
  ];
}

function faultSubject(name: string, fault: Fault, writes: WriteMode): Subject {
  const isVisible = writes === 'all' || fault.unseenBy?.includes('restore') !== true;
  return [
    name,
    async () => {
      const result = await faultResult(fault, checks, { writes });
      return {
        lines: [line(name, foundIn(result))],
        verdict: verdictOnFault(name, fault, result, isVisible),
      };
    },
  ];
}

function aLineForEachCheck(name: string, run: () => Promise<RunResult>): Subject {
  return [
    name,
    async () => {
      const result = await run();
      const passed = result.results.filter(({ verdict }) => verdict === 'pass').length;
      const found = foundBy(result).map(([check, items]) => line(`${name} ${check}`, items));
      return { lines: [line(name, [`${passed} checks passed`]), ...found] };
    },
  ];
}

function line(name: string, items: readonly string[]): string {
  return `${name} | ${items.join('; ')}`;
}
