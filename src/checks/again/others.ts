import { getInterfaceDescription, getOrganisation, listCases } from '../../api/calls.ts';
import { deviates, held, isJson, isSuccess, jsonOf, undecided } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { isListOfAnother } from '../../rules/listed-identifiers.ts';
import { operations } from '../../rules/operations.ts';
import { holdsDetails, identityOf } from '../../rules/organisation.ts';
import { flipIn } from '../../rules/repeated-readings.ts';
import { Undecidable } from '../../trace/gap.ts';
import { servedIn } from '../get-interface-description/served.ts';
import { firstRefused, refusedAgain, repliesAgain } from './answers.ts';
import { type ReadAgain, readAgain } from './read-again.ts';
import type { Repeated } from './reading.ts';

/** The organisation is read again as it was, and is the same. */
export async function* readsOrganisationAgain(session: Session): AsyncIterable<Judgement> {
  const all = await session.share(readAgain, (one) => one.operation === 'getOrganisation');
  const repeated = otherOf(all, getOrganisation().path);
  const again = repliesAgain(repeated, 'getOrganisation');
  if (again === undefined) {
    yield firstRefused(repeated);
    return;
  }
  for (const reply of again) {
    if (!isSuccess(reply)) {
      yield refusedAgain(reply, 'get-organisation', '2xx', all);
      continue;
    }
    if (reply.text !== '') yield isJson(reply);
    yield* holdsDetails(reply);
  }
  const shown = repeated.replies.filter(
    (reply) => isSuccess(reply) && identityOf(jsonOf(reply)) !== undefined,
  );
  const odd = shown[flipIn(shown.map((reply) => identityOf(jsonOf(reply)))) ?? -1];
  const words =
    "The record must be that of the caller's organisation each time, but is that of another in between";
  yield odd === undefined ? held : deviates(odd, 'organisation-is-callers', words, '', 'back and forth');
  if (repeated.missing !== undefined) throw repeated.missing;
}

/** Cases are listed again as they were; which ones is open. */
export async function* listsAgain(session: Session): AsyncIterable<Judgement> {
  const all = await session.share(readAgain, (one) => one.operation === 'listCases');
  const repeated = otherOf(all, listCases().path);
  const again = repliesAgain(repeated, 'listCases');
  if (again === undefined) {
    yield firstRefused(repeated);
    return;
  }
  for (const reply of again) {
    const { isAccepted } = operations.listCases;
    yield isAccepted(reply.status) ? isJson(reply) : refusedAgain(reply, 'list-cases-exists', '2xx', all);
  }
  // What the member is shown before and after it is theirs, whichever cases come and go.
  const own = [...repeated.replies.slice(0, 1), ...repeated.replies.slice(-1)];
  const ofOutsider = all.byOutsider.get(listCases().path)?.replies ?? [];
  const odd = again.find((reply) => isListOfAnother(reply, ofOutsider, own));
  const words =
    "The list must be of the cases of the caller's organisation each time, but is that of another, whose user asked at the same moment";
  if (odd !== undefined) yield deviates(odd, 'outsider-403', words, '', 'of another caller');
  if (repeated.missing !== undefined) throw repeated.missing;
}

/** A description is served again where one was. */
export async function* servesAgain(session: Session): AsyncIterable<Judgement> {
  const all = await session.share(readAgain, (one) => one.operation === 'getInterfaceDescription');
  const repeated = otherOf(all, getInterfaceDescription().path);
  const again = repliesAgain(repeated, 'getInterfaceDescription');
  const [first] = repeated.replies;
  if (again === undefined) {
    yield firstRefused(repeated);
    return;
  }
  if (first === undefined || servedIn(first).kind !== 'description') {
    yield undecided(
      'no-data',
      'No description is served that could be read; see getInterfaceDescription.served.',
    );
    return;
  }
  for (const reply of again) {
    const served = servedIn(reply);
    if (!isSuccess(reply)) yield refusedAgain(reply, 'description-served', '2xx', all);
    else if (served.kind !== 'no description') yield held;
    else {
      const words = `A description must be served again, as it was before, but the body ${served.which}`;
      yield deviates(reply, 'description-served', words, '', 'no description');
    }
  }
  if (repeated.missing !== undefined) throw repeated.missing;
}

function otherOf({ others }: ReadAgain, path: string): Repeated {
  const repeated = others.get(path);
  if (repeated === undefined) throw new Undecidable('no-data', `${path} is not described.`);
  return repeated;
}
