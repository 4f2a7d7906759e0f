import { setTimeout as sleep } from 'node:timers/promises';
import { getCaseData } from '../../api/calls.ts';
import { deviatesAt, held, jsonOf } from '../../harness/assertions.ts';
import type { About, Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { checkOf, ofEachItem } from '../../harness/judged.ts';
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
export async function readByRestricted(session: Session): Promise<ReadByRestricted[]> {
  const { target, sampling } = session;
  if (!target.tokens.has('restricted') || isRestricted(target, 'getCaseData')) return [];
  const listed = listedCases(target);
  const read: ReadByRestricted[] = [];
  for (const [place, { id, caseType }] of listed.entries()) {
    if (!sampling.thorough && place > 0 && place < listed.length - 1) continue;
    const reply = await session.sendOnce(getCaseData(id), 'restricted');
    // The token may lack more permissions than the configuration says, so a refusal is not a deviation.
    if (reply.status === 200) read.push({ id, caseType, reply });
  }
  return read;
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
    const read = await readByRestricted(session);
    if (read.length === 0) throw new Undecidable('no-data', notPermitted('getCaseData'));
    for (const one of read) {
      const { specification } = session;
      const { id, caseType, reply } = one;
      if (!namesTheCase(specification, reply, listedAs(caseType, id))) {
        yield one;
        continue;
      }
      const own = await session.sendOnce(reply.call, 'member');
      yield { ...one, own, ...(await readLater(session, own, reply)) };
    }
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
  yield held;
  yield* isOfTheCase(specification, reply, listedAs(caseType, id));
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
