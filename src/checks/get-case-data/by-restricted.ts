import { setTimeout as sleep } from 'node:timers/promises';
import { getCaseData } from '../../api/calls.ts';
import { deviatesAt, held, jsonOf } from '../../harness/assertions.ts';
import type { About, Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { checkOf, ofEachItem, sentBy } from '../../harness/judged.ts';
import { ofEach, severalOfEach } from '../../harness/of-each.ts';
import type { Session } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import { isOfTheCase, listedAs, namesTheCase } from '../../rules/case-record.ts';
import { isRestricted, notPermitted } from '../../rules/operations.ts';
import { contradictingPlaces } from '../../rules/repeated-readings.ts';
import type { CaseType } from '../../specification/description.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { latenessMs } from '../read-again.ts';

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

/** The answers to the restricted token and to the member for the same case. */
interface Compared extends ReadByRestricted {
  readonly own?: Exchange;
  /** Both answers a little later, if the first ones contradict each other. */
  readonly later?: { readonly reply: Exchange; readonly own: Exchange };
}

/** A token with few permissions may be shown fewer fields of a case, but none of another (interface 1). */
export const byRestrictedCheck: Check = checkOf<Compared>({
  id: 'getCaseData.by-restricted',
  title: 'A token with few permissions reads the requested case, with the values that the member reads',
  requirements: ['case-data-of-the-case'],
  needs: ['a case', 'restricted token'],
  applies: (target) => !isRestricted(target, 'getCaseData'),
  stage: 'again',
  probe: async function* (session) {
    await provenToken(session, 'restricted');
    const { items: read, gap } = await sentBy(readByRestricted(session));
    if (read.length === 0) throw gap ?? new Undecidable('no-data', notPermitted('getCaseData'));
    yield* read;
    const { specification } = session;
    const ofTheCase = read.filter(({ id, caseType, reply }) =>
      namesTheCase(specification, reply, listedAs(caseType, id)),
    );
    yield* ofEach(
      ofTheCase,
      async (one) => {
        const own = await session.sendOnce(one.reply.call, 'member');
        return { ...one, own, ...(await readLater(session, own, one.reply)) };
      },
      1,
    );
    if (gap !== undefined) throw gap;
  },
  rule: ofEachItem(isAsTheMemberReads),
});

/** Cases live, and a copy may be late: readings that contradict each other are repeated. */
async function readLater(session: Session, own: Exchange, reply: Exchange): Promise<Pick<Compared, 'later'>> {
  if (contradictions(session.specification, own, reply).length === 0) return {};
  await sleep(latenessMs);
  const again = await session.send(reply.call, 'restricted');
  return { later: { reply: again, own: await session.send(reply.call, 'member') } };
}

/** A difference counts only if each token is shown the same again a little later. */
function* isAsTheMemberReads(
  { id, caseType, reply, own, later }: Compared,
  { specification }: About,
): Iterable<Judgement> {
  if (own === undefined) {
    yield held;
    yield* isOfTheCase(specification, reply, listedAs(caseType, id));
  }
  if (own === undefined || later === undefined) return;
  const moved = new Set([
    ...contradictions(specification, reply, later.reply),
    ...contradictions(specification, own, later.own),
  ]);
  const still = new Set(contradictions(specification, later.own, later.reply));
  for (const place of contradictions(specification, own, reply)) {
    if (moved.has(place) || !still.has(place)) continue;
    const words = 'differs from what the member reads of the same case';
    yield deviatesAt(reply, 'case-data-of-the-case', place, words, 'other with restricted');
  }
}

function contradictions(specification: Specification, one: Exchange, other: Exchange): string[] {
  return contradictingPlaces(specification, jsonOf(one), jsonOf(other));
}
