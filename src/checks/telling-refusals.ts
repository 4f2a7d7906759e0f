import { getCaseData, getOrganisation, listCases, updateClient } from '../api/calls.ts';
import { deviates, isSuccess } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Forgery } from '../harness/forgeries.ts';
import type { Session } from '../harness/session.ts';
import { listedCases, type TokenName } from '../harness/target.ts';
import { leadsToAnother } from '../rules/listed-identifiers.ts';
import { emptyPatch } from '../rules/operations.ts';
import { holds, type Refusee, tellingPhrases, toldBy } from '../rules/telling-refusals.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Refused } from './refused.ts';

/**
 * That refusals of records tell nothing of them, nor of another one. The documents give a refusal a message and leave its
 * words free: it may say whom to ask, who is refused, and what was asked for. So a text counts only if it is of a record
 * that is refused, stands in the refusal each time, and in no refusal of anything else, and if the caller is not shown
 * it elsewhere. Nothing is asked for that, unless a refusal holds such a text.
 * @param requirement - the row by which they are refused
 */
export async function* tellNothing(
  session: Session,
  refused: readonly Refused[],
  requirement: string,
  refusee: Refusee = 'stranger',
): AsyncIterable<Judgement> {
  const { specification, target } = session;
  const listed = [...target.clients, ...listedCases(target).map(({ id }) => id)];
  const records = refused.map(({ accepted }) => accepted);
  // Whom to ask about a record may have the name of somebody in another: of that one, less counts.
  const ofAny = tellingPhrases(specification, records, 'colleague');
  for (const one of refused) {
    const { reply, accepted } = one;
    if (leadsToAnother(reply, listed)) {
      const words =
        'The refusal must tell nothing of what is refused, but its Location leads to another record';
      yield deviates(reply, requirement, words, '', `leads on with ${reply.credentials}`);
    }
    const own = toldBy(reply, tellingPhrases(specification, [accepted], refusee));
    const told = await ofARecordAlone(session, one, [...new Set([...own, ...toldBy(reply, ofAny)])], refused);
    if (told.length === 0) continue;
    const whose = told.some((phrase) => own.includes(phrase)) ? 'its record' : 'another record';
    const words = `The refusal must tell nothing of what is refused, but holds a text of ${whose}`;
    yield deviates(reply, requirement, words, '', `tells with ${reply.credentials}`);
  }
}

/** Those of the phrases that only a record explains. */
async function ofARecordAlone(
  session: Session,
  one: Refused,
  told: readonly string[],
  refused: readonly Refused[],
): Promise<readonly string[]> {
  if (told.length === 0) return [];
  const { reply, credentials } = one;
  const absent = await session.sendOnce(absentLike(session, reply), credentials);
  const others = [...refused.map((other) => other.reply), absent].filter(
    (other) => other.call.path !== reply.call.path,
  );
  // Of what is the only one of its kind, nothing can be said.
  if (others.every(({ status }) => status !== reply.status)) return [];
  return toldEachTime(session, one, told, [...others, ...(await shownTo(session, credentials))]);
}

/** Those of the phrases that stand in an answer each time it is given, and in none of the others. */
export async function toldEachTime(
  session: Session,
  { reply: { call }, credentials }: Pick<Refused, 'reply' | 'credentials'>,
  told: readonly string[],
  others: readonly Exchange[],
): Promise<readonly string[]> {
  const again = [await session.send(call, credentials), await session.send(call, credentials)];
  const isIn = (phrase: string) => (one: Exchange) => holds(one, phrase);
  return told.filter((phrase) => again.every(isIn(phrase)) && !others.some(isIn(phrase)));
}

/** The same request for something that does not exist. */
function absentLike(session: Session, { call }: Exchange) {
  return call.operation === 'updateClient'
    ? updateClient(session.unusedIdentifier('client'), emptyPatch)
    : getCaseData(session.unusedIdentifier('case'));
}

/** What a token reads of its own organisation; without one, nothing. */
export async function shownTo(
  session: Session,
  credentials: TokenName | Forgery,
): Promise<readonly Exchange[]> {
  if (typeof credentials !== 'string') return [];
  const own = [getOrganisation(), listCases()].map((call) => session.sendOnce(call, credentials));
  return (await Promise.all(own)).filter(isSuccess);
}
