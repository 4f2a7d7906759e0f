import { held } from '../harness/assertions.ts';
import { type Check, checkOf, type Judgement, ofEachItem } from '../harness/check.ts';
import type { Deviation } from '../harness/deviation.ts';
import { noCredentials } from '../harness/forgeries.ts';
import { callToRefuse, operations } from '../rules/operations.ts';
import { rowsOfStandards } from '../rules/standards.ts';
import type { OperationId } from '../specification/description.ts';

/** These checks judge every answer of the run. Their findings are advice and never fail a run. */
export const standardsChecks: readonly Check[] = Object.freeze(
  (Object.keys(operations) as OperationId[]).map(standardsCheck),
);

function standardsCheck(operation: OperationId): Check {
  const { needs, calls, requiresToken } = operations[operation];
  return checkOf<readonly Deviation[]>({
    id: `${operation}.standards`,
    title: `${operation} is answered as public standards say where the documents say nothing`,
    requirements: rowsOfStandards,
    needs,
    stage: 'last',
    probe: async function* (session) {
      // Ensures one accepted and one refused answer, even if no other check runs.
      for (const call of calls(session).slice(0, 1)) {
        await session.sendOnce(call, 'member');
        const toRefuse = callToRefuse(session, call, noCredentials);
        if (requiresToken) await session.sendOnce(toRefuse, noCredentials);
      }
      yield session.advisedOf(operation);
    },
    rule: ofEachItem((advisories) => [
      held,
      ...advisories.map((finding): Judgement => ({ kind: 'advises', finding })),
    ]),
  });
}
