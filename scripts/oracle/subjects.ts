import { type FieldValue, tableOf } from '../../faults/catalogue/field-values.ts';
import { faults } from '../../faults/faults.ts';
import { rightValues, singleFieldFaults } from '../../faults/single-fields.ts';
import { variants } from '../../faults/variants.ts';
import { faultResult } from '../../proof/fault-trial.ts';
import { batchesOf, judgedFaults, judgedRightValues, recordsResult } from '../../proof/single-field-trial.ts';
import { trial } from '../../proof/trial.ts';
import { variantResult } from '../../proof/variant-trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import type { RunResult } from '../../src/conformance/result.ts';
import { writeModes } from '../../src/harness/target.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isOfClients } from '../../test/matrix/named.ts';
import { foundAndObservedIn, foundBy, foundIn } from './found.ts';
import { requestLines } from './requests.ts';

type Subject = readonly [name: string, lines: () => Promise<readonly string[]>];

const checks = checksOf(bundled);
const changing = checks.filter(({ stage }) => stage === 'change');

export const subjects: ReadonlyMap<string, Subject[1]> = new Map([
  ...writeModes.map((writes): Subject => [`requests ${writes}`, () => requestLines(writes, checks)]),
  ...variants.map((one) =>
    inOneLine(`variant ${one.id}`, () => variantResult(one, checks, true), foundAndObservedIn),
  ),
  ...partsOf(singleFieldFaults).map(([part, some]) =>
    aLineForEachCheck(`wrong values ${part}`, () => recordsResult(judgedFaults(some, checks))),
  ),
  ...partsOf(singleFieldFaults.filter(({ field }) => field.shape === 'Client')).map(([part, some]) =>
    aLineForEachCheck(`wrong values restore ${part}`, () =>
      recordsResult(judgedFaults(some, checks, 'restore')),
    ),
  ),
  ...partsOf(rightValues).map(([part, some]) =>
    aLineForEachCheck(`right values ${part}`, () => recordsResult(judgedRightValues(some, checks))),
  ),
  ...variants
    .filter(({ operations }) => operations?.includes('updateClient') === true)
    .map(({ id, behaviour, needsSocket }) =>
      inOneLine(`variant restore ${id}`, () =>
        trial(behaviour, { checks: changing, target: { writes: 'restore' }, runs: 3, needsSocket }),
      ),
    ),
  ...faults
    .filter(isOfClients)
    .map((one) =>
      inOneLine(`fault restore ${one.id}`, () => faultResult(one, checks, { writes: 'restore' })),
    ),
  ...faults.map((one) => inOneLine(`fault ${one.id}`, () => faultResult(one, checks))),
]);

function inOneLine(name: string, result: () => Promise<RunResult>, itemsOf = foundIn): Subject {
  return [name, async () => [`${name} | ${itemsOf(await result()).join('; ')}`]];
}

function aLineForEachCheck(name: string, result: () => Promise<RunResult>): Subject {
  return [
    name,
    async () => {
      const run = await result();
      const passed = run.results.filter(({ verdict }) => verdict === 'pass').length;
      const found = foundBy(run).map(([check, items]) => `${name} ${check} | ${items.join('; ')}`);
      return [`${name} | ${passed} checks passed`, ...found];
    },
  ];
}

/** Field values in batches, named after the table of the documents that has the fields. */
function partsOf<Value extends FieldValue>(
  values: readonly Value[],
): (readonly [string, readonly Value[]])[] {
  return [...Map.groupBy(values, ({ field }) => tableOf(field))].flatMap(([table, ofTable]) =>
    batchesOf(ofTable).map((batch, index) => [`${table} ${index + 1}`, batch] as const),
  );
}
