import type { CheckResult, Reported } from '../conformance/result.ts';
import type { Advisory } from '../harness/advisory.ts';
import { grouped } from '../schema/grouped.ts';

/** An advisory, and the check whose answers it is of. */
type Shown = Reported<Advisory> & { readonly id: string };

/** What public standards say of the answers, in groups that say the same. */
export function advisoriesByMessage(results: readonly CheckResult[]): [Shown, ...Shown[]][] {
  const shown = results.flatMap(({ id, advisories = [] }) =>
    advisories.map((advisory) => ({ id, ...advisory })),
  );
  return grouped(shown, ({ requirement, message }) => JSON.stringify([requirement, message]));
}
