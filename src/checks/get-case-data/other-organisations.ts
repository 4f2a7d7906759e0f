import { getCaseData, getOrganisation } from '../../api/calls.ts';
import {
  advises,
  deviates,
  discloses,
  handsOver,
  held,
  isSuccess,
  jsonOf,
  unexpectedStatus,
  wrongStatus,
} from '../../harness/assertions.ts';
import { type Check, checkOf, type Judgement, ofEachItem } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { collectItems, flatMapConcurrently, mapConcurrently } from '../../harness/probe-items.ts';
import type { Session } from '../../harness/session.ts';
import {
  type Spelling,
  spellingsOfForeign,
  spellingsWithToken,
  tenantClaimed,
  wayOf,
  withSpelling,
} from '../../harness/spellings.ts';
import { disclosesNoPhrase, type RepeatedSuspect } from '../../rules/disclosure.ts';
import { isCallersOwn, namesOf } from '../../rules/organisation.ts';
import { refuses, type Twin } from '../../rules/refusal.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { ifAnswered } from '../../trace/gap.ts';
import { suspects, twinsMeanwhile } from '../refusal-check.ts';

const row = 'case-data-404-foreign';

/** `absent`: the answers for cases that do not exist, if their messages differ from the message of `reply`. */
interface Foreign {
  readonly reply: Exchange;
  readonly absent?: readonly Exchange[];
}

/** A foreign case must be answered like a case that does not exist (interface 4.1). */
export const foreignCaseCheck: Check = checkOf<Foreign | RepeatedSuspect>({
  id: 'getCaseData.foreign-case',
  title: 'A case of another organisation is answered 404',
  requirements: [row, 'error-message', 'existence-not-told'],
  needs: ['a foreign case'],
  stage: 'during changes',
  probe: async function* (session) {
    await provenToken(session, 'member');
    const read = (id: string): Promise<Exchange> => session.sendOnce(getCaseData(id), 'member');
    const { items: replies, gap: unread } = await collectItems(
      mapConcurrently(session.target.foreignCases, read, 1),
    );
    for (const reply of replies) yield { reply };
    const absent = await read(session.unusedIdentifier('case'));
    for (const reply of replies.filter((one) => isWordedDifferently(one, absent)))
      yield { reply, absent: [absent, await read(session.unusedIdentifier('another case'))] };
    const { items: twins, gap } = await collectItems(withOutsiders(session, replies, absent));
    yield* suspects(session, twins, 'stranger');
    if (unread !== undefined || gap !== undefined) throw unread ?? gap;
  },
  rule: ofEachItem(function* (item, { specification }) {
    if ('phrases' in item) yield* disclosesNoPhrase(item, row);
    else if (item.absent === undefined) yield* refuses(specification, item.reply, 404, row);
    else yield* hidesExistence(item.reply, item.absent);
  }),
});

/** Refusals must not reveal whether another organisation's case exists (RFC 9110, section 15.5.5). */
function* hidesExistence(reply: Exchange, [absent, another]: readonly Exchange[]): Iterable<Judgement> {
  // Messages that differ even between two cases that do not exist reveal nothing.
  if (absent === undefined || another === undefined || wordsOf(absent) !== wordsOf(another)) return;
  const words =
    'A case of another organisation is refused with a different message than one that does not exist';
  yield advises(reply, 'existence-not-told', words, '', 'other words');
}

function isWordedDifferently(one: Exchange, other: Exchange): boolean {
  const [ofOne, ofOther] = [wordsOf(one), wordsOf(other)];
  return ofOne !== undefined && ofOther !== undefined && ofOne !== ofOther;
}

/** The message of a 404 without identifiers and numbers, which may differ in each answer. */
function wordsOf(reply: Exchange): string | undefined {
  const message = reply.status === 404 ? memberOf(jsonOf(reply), 'message') : undefined;
  return typeof message === 'string'
    ? message.toLowerCase().replaceAll(/\b[0-9a-f-]{8,}\b|\d+/g, '')
    : undefined;
}

/**
 * Reads a case as the outsider too if the text of the member's 404 differs from the 404 of a case that does not exist.
 * The text may then contain data of the record, and the outsider's answer shows which.
 */
function withOutsiders(
  session: Session,
  replies: readonly Exchange[],
  absent: Exchange,
): AsyncIterable<Twin> {
  const withoutIds = ({ text }: Exchange): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '');
  const isUnlike = (refused: Exchange): boolean =>
    refused.status === 404 && withoutIds(refused) !== withoutIds(absent);
  return flatMapConcurrently(
    session.target.tokens.has('outsider') ? replies.filter(isUnlike) : [],
    async function* (refused) {
      const accepted = await session.sendOnce(refused.call, 'outsider');
      if (accepted.status === 200 && !handsOver(refused, accepted))
        yield { refused, accepted, credentials: 'member' };
    },
    1,
  );
}

interface OtherWay {
  readonly reply: Exchange;
  /** Set if the request is spelled differently: the target may route it elsewhere. */
  readonly spelling?: Spelling;
}

/** The outsider token is not tried, since the case may belong to its organisation. */
export const otherWaysCheck: Check = checkOf<OtherWay>({
  id: 'getCaseData.foreign-case-by-other-ways',
  title:
    'A case of another organisation is not read by naming that organisation, by another spelling, or with a token of fewer permissions',
  requirements: [row],
  needs: ['a foreign case'],
  stage: 'repeat',
  probe: async function* (session) {
    await provenToken(session, 'member');
    const { target, sampling } = session;
    const organisation = namesOf(await shownOfOther(session));
    const others = target.tokens.has('restricted') ? (['restricted'] as const) : [];
    // If there is an outsider token, another check tests these spellings: the outsider tries them on the member's
    // cases.
    const ofPaths =
      sampling.thorough || !target.tokens.has('outsider') ? spellingsWithToken('getCaseData', sampling) : [];
    for (const id of target.foreignCases.slice(0, sampling.thorough ? undefined : 1)) {
      const call = getCaseData(id);
      for (const token of others) {
        // UUIDs are compared case-insensitively (RFC 9562, section 4), so this request also tests whether
        // capitals open the case.
        yield { reply: await session.send(getCaseData(id.toUpperCase()), token) };
        if (sampling.thorough) yield { reply: await session.send(call, token) };
      }
      for (const spelling of new Set([...spellingsOfForeign(sampling, target), ...ofPaths])) {
        const reply = await ifAnswered(session.send(withSpelling(call, spelling, organisation), 'member'));
        if (reply !== undefined) yield { reply, spelling };
      }
      yield { reply: await session.send(withSpelling(call, tenantClaimed, organisation), 'member') };
    }
  },
  rule: ofEachItem((way) => [showsNoRecord(way)]),
});

/**
 * The outsider's own organisation, for comparison: the outsider's answers in the bursts. Those requests named the
 * member's organisation; if one answer is wrong, the outsider asks again without its names.
 */
async function shownOfOther(session: Session): Promise<readonly Exchange[]> {
  const { items } = await collectItems(twinsMeanwhile(session, 'getOrganisation', 'outsider', () => true));
  if (items.every((twin) => isCallersOwn(twin).kind === 'held')) return items.map(({ refused }) => refused);
  const plain = await ifAnswered(session.sendOnce(getOrganisation(), 'outsider'));
  return plain === undefined ? [] : [plain];
}

/** A refusal with any status is right here: another check judges the status of the plain request. */
function showsNoRecord({ reply, spelling }: OtherWay): Judgement {
  const isTheSame = spelling === undefined || spelling.isTheSame === true;
  if (isTheSame && (isSuccess(reply) || reply.status >= 500)) {
    if (spelling === undefined) return unexpectedStatus(reply, row, 'The status is {status} instead of 404');
    const words = `The case is answered {status} where it is asked for with ${spelling.id}`;
    return wrongStatus(reply, row, words, { way: wayOf(spelling) });
  }
  if (!handsOver(reply)) return held;
  if (isTheSame) return discloses(reply, row, 'The refusal contains a record');
  const words = `The case is shown where it is asked for with ${spelling.id}`;
  return deviates(reply, row, words, '', { kind: 'shown', way: wayOf(spelling) });
}
