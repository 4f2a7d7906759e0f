import { deviates, held } from '../../harness/assertions.ts';
import type { Check } from '../../harness/check.ts';
import { control } from '../../harness/controls.ts';
import { noCredentials } from '../../harness/forgeries.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Sampling } from '../../harness/session.ts';
import { showsAgain } from '../../harness/shown-again.ts';
import { operations } from '../../rules/operations.ts';
import type { OperationId } from '../../specification/description.ts';
import { furtherPaths, ofIdentifiers, type Spelling, usualPaths, written } from '../other-spellings.ts';

/**
 * The checks that no other way to write a path leads past the credentials (interface 4: every operation requires a token).
 * What else is answered there is open: not to be there, to be elsewhere, and to be guarded are all right.
 */
export const otherPathsChecks: readonly Check[] = Object.freeze(
  (['getCaseData', 'getOrganisation', 'listCases', 'updateClient'] as const).map(otherPathsCheck),
);

function otherPathsCheck(operation: OperationId): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials-other-paths`,
    title: `${operation} shows nothing without credentials, however its path is written`,
    operation,
    requirements: ['credentials-401'],
    needs,
    rule: asJudged,
    probe: async function* (session) {
      for (const call of calls(session).slice(0, 1)) {
        const accepted = await control(session, call, isAccepted);
        for (const spelling of spellingsFor(operation, session.sampling)) {
          const { id } = spelling;
          const reply = await session.send(written(call, spelling), noCredentials);
          if (showsAgain(session.specification, reply, accepted)) {
            const words = `The path, written with ${id}, must show nothing without credentials, but does`;
            yield deviates(reply, 'credentials-401', words, '', `shown by ${id}`);
          } else yield held;
        }
      }
    },
  };
}

/** All of them where most is at stake; of the other operations one. */
function spellingsFor(operation: OperationId, { thorough }: Sampling): readonly Spelling[] {
  if (thorough) return [...usualPaths, ...ofIdentifiers, ...furtherPaths];
  return operation === 'getCaseData' ? usualPaths : usualPaths.slice(0, 1);
}
