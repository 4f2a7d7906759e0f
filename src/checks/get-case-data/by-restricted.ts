import { getCaseData } from '../../api/calls.ts';
import { held } from '../../harness/assertions.ts';
import type { Check } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { checkOf, ofEachItem, sentBy } from '../../harness/judged.ts';
import { severalOfEach } from '../../harness/of-each.ts';
import type { Session } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import { isOfTheCase, listedAs } from '../../rules/case-record.ts';
import { isRestricted, notPermitted } from '../../rules/operations.ts';
import type { CaseType } from '../../specification/description.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';

/** A case that the restricted token may read, and what it is shown. */
interface ReadByRestricted {
  readonly id: string;
  readonly caseType: CaseType;
  readonly reply: Exchange;
}

/**
 * Reads the first and the last listed case with the restricted token, or all of them in a thorough run. The records are
 * judged like those of the member. Empty if the token may not read cases.
 */
export function readByRestricted(session: Session): AsyncIterable<ReadByRestricted> {
  const { target, sampling } = session;
  const mayRead = target.tokens.has('restricted') && !isRestricted(target, 'getCaseData');
  const listed = mayRead ? listedCases(target) : [];
  const some = listed.filter((_, place) => sampling.thorough || place === 0 || place === listed.length - 1);
  return severalOfEach(
    some,
    async function* ({ id, caseType }) {
      const reply = await session.sendOnce(getCaseData(id), 'restricted');
      // The token may lack more permissions than the configuration says, so a refusal is not a deviation.
      if (reply.status === 200) yield { id, caseType, reply };
    },
    1,
  );
}

/** A token with few permissions may be shown fewer fields of a case, but none of another (interface 1). */
export const byRestrictedCheck: Check = checkOf<ReadByRestricted>({
  id: 'getCaseData.by-restricted',
  title: 'A token with few permissions reads the requested case',
  requirements: ['case-data-of-the-case'],
  needs: ['a case', 'restricted token'],
  applies: (target) => !isRestricted(target, 'getCaseData'),
  stage: 'again',
  probe: async function* (session) {
    await provenToken(session, 'restricted');
    const { items: read, gap } = await sentBy(readByRestricted(session));
    if (read.length === 0) throw gap ?? new Undecidable('no-data', notPermitted('getCaseData'));
    yield* read;
    if (gap !== undefined) throw gap;
  },
  rule: ofEachItem(({ id, caseType, reply }, { specification }) => [
    held,
    ...isOfTheCase(specification, reply, listedAs(caseType, id)),
  ]),
});
