import { setTimeout as sleep } from 'node:timers/promises';
import { getCaseData } from '../../api/calls.ts';
import { deviatesAt, held, jsonOf, undecided } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import { isOfTheCase, listedAs, namesTheCase } from '../../rules/case-record.ts';
import { isRestricted, notPermitted } from '../../rules/operations.ts';
import { contradictingPlaces } from '../../rules/repeated-readings.ts';
import type { CaseType } from '../../specification/description.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { latenessMs } from '../again/reading.ts';

/** A case that the restricted token may read, and what it is shown. */
interface ReadByRestricted {
  readonly id: string;
  readonly caseType: CaseType;
  readonly reply: Exchange;
}

/**
 * What the restricted token is shown of the first and the last case that are listed, or of all of them where everything
 * is tried: what it is shown is judged like what the member is. Nothing, where it may not read cases.
 */
export async function readByRestricted(session: Session): Promise<ReadByRestricted[]> {
  const { target, sampling } = session;
  if (!target.tokens.has('restricted') || isRestricted(target, 'getCaseData')) return [];
  const listed = listedCases(target);
  const read: ReadByRestricted[] = [];
  for (const [place, { id, caseType }] of listed.entries()) {
    if (!sampling.thorough && place > 0 && place < listed.length - 1) continue;
    const reply = await session.sendOnce(getCaseData(id), 'restricted');
    // Which permissions the token lacks beside those that are configured is not known.
    if (reply.status === 200) read.push({ id, caseType, reply });
  }
  return read;
}

/**
 * Whoever reads a case reads one record of it (interface 1): with few permissions fewer fields of it, and none of
 * another's.
 */
export const byRestrictedCheck: Check = {
  id: 'getCaseData.by-restricted',
  title: 'What a token with few permissions reads is the case that it asks for, as the member reads it',
  operation: 'getCaseData',
  requirements: ['case-data-of-the-case'],
  needs: ['a case', 'restricted token'],
  applies: (target) => !isRestricted(target, 'getCaseData'),
  stage: 'again',
  rule: asJudged,
  probe: async function* (session) {
    await provenToken(session, 'restricted');
    const read = await readByRestricted(session);
    yield read.length === 0 ? undecided('no-data', notPermitted('getCaseData')) : held;
    for (const { id, caseType, reply } of read) {
      const asked = listedAs(caseType, id);
      yield* isOfTheCase(session.specification, reply, asked);
      if (namesTheCase(session.specification, reply, asked)) yield* isAsTheMemberReads(session, reply);
    }
  },
};

/**
 * A case lives, and a copy of it may be late: what differs counts only if each of them is shown the same again a little
 * later.
 */
async function* isAsTheMemberReads(session: Session, reply: Exchange): AsyncIterable<Judgement> {
  const differing = (one: Exchange, other: Exchange): string[] =>
    contradictingPlaces(session.specification, jsonOf(one), jsonOf(other));
  const own = await session.sendOnce(reply.call, 'member');
  const places = differing(own, reply);
  if (places.length === 0) return;
  await sleep(latenessMs);
  const [again, ownAgain] = [
    await session.send(reply.call, 'restricted'),
    await session.send(reply.call, 'member'),
  ];
  const moved = new Set([...differing(reply, again), ...differing(own, ownAgain)]);
  const still = new Set(differing(ownAgain, again));
  for (const place of places.filter((one) => still.has(one) && !moved.has(one))) {
    const words = 'must be what the member is shown of the same case, but is something else';
    yield deviatesAt(reply, 'case-data-of-the-case', place, words, 'other with restricted');
  }
}
