import type { CheckResult, Reported } from '../conformance/result.ts';
import type { Advisory } from '../harness/advisory.ts';
import { grouped } from '../schema/grouped.ts';

/** An advisory with the id of the check that shows it. */
type Shown = Reported<Advisory> & { readonly id: string };

/** Advisories grouped by requirement and message. */
export function advisoriesByMessage(results: readonly CheckResult[]): [Shown, ...Shown[]][] {
  const shown = results.flatMap(({ id, advisories = [] }) =>
    advisories.map((advisory) => ({ id, ...advisory })),
  );
  return grouped(shown, ({ requirement, message }) => JSON.stringify([requirement, message]));
}
