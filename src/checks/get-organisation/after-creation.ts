import { getOrganisation } from '../../api/calls.ts';
import {
  deviates,
  deviatesAt,
  held,
  isSuccess,
  jsonOf,
  statusKind,
  statusOf,
  undecided,
} from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { toMend } from '../../harness/controls.ts';
import { organisationName } from '../../harness/organisation-payload.ts';
import type { Session } from '../../harness/session.ts';
import { holdsDetails, isIdentity, organisationsIn } from '../../rules/organisation.ts';
import { memberOf, valueAt } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { creation, refusedCreation } from '../create-organisation/creation.ts';

/**
 * What is created is another organisation (interface 4.3), and what is read is the caller's (4.4). Its record may change
 * of itself; but its identity does not, and nothing of what was sent for the other one comes into it.
 */
export async function* isLeftAlone(session: Session): AsyncIterable<Judgement> {
  // Read when the run began.
  const before = await session.sendOnce(getOrganisation(), 'member');
  const created = await session.share(creation);
  if (!isSuccess(created)) throw refusedCreation(created);
  const after = await session.send(getOrganisation(), 'member');
  if (!isSuccess(before)) {
    throw new Undecidable(
      'control-refused',
      `The member's own organisation is answered ${before.status} before another one is created. ${toMend(before.status, 'tokens.member')}.`,
    );
  }
  if (!isSuccess(after)) {
    const words = `The status must be 2xx after an organisation was created, as before, but is ${statusOf(after)}`;
    yield deviates(after, 'get-organisation', words, '', statusKind(after));
    return;
  }
  yield* holdsDetails(after);
  const shown = organisationsIn(jsonOf(after));
  if (await hasOtherId(session, before, after)) {
    const words =
      "The record must be that of the caller's organisation, but has another id since one was created";
    yield deviates(after, 'organisation-is-callers', words, '', 'other after a creation');
    return;
  }
  const told = shown.flatMap(({ pointer, record }) =>
    Object.entries(record).map(([name, value]) => [`${pointer}/${name}`, name, value] as const),
  );
  const own = told.filter(([, name]) => [...ownNames, 'id', 'subDomain'].includes(name));
  const taken = own.filter(([, , value]) => String(value).includes(organisationName(session)));
  for (const [pointer] of taken) {
    const words = "must be the caller's organisation's, but is what was sent for the one that was created";
    yield deviatesAt(after, 'organisation-is-callers', pointer, words, 'of the created one');
  }
  if (taken.length > 0) return;
  yield own.length > 0
    ? held
    : undecided('no-data', 'The organisation record shows nothing that would tell it from another one.');
}

/**
 * Whether an organisation has another id than it had, and that is one of an organisation: what is made for each answer is
 * no identity.
 */
export async function hasOtherId(session: Session, before: Exchange, after: Exchange): Promise<boolean> {
  const changed = changedIds(before, after);
  if (changed.length === 0) return false;
  const next = await session.send(getOrganisation(), 'member');
  const [madeAnew, notBack] = [changedIds(after, next), changedIds(before, next)];
  return changed.some((pointer) => !(madeAnew.includes(pointer) && notBack.includes(pointer)));
}

/** The places of organisations that have another id in one answer than in the other. */
function changedIds(one: Exchange, other: Exchange): string[] {
  return organisationsIn(jsonOf(one)).flatMap(({ pointer, record }) => {
    const [id, now] = [memberOf(record, 'id'), memberOf(valueAt(jsonOf(other), pointer), 'id')];
    return isIdentity(id) && isIdentity(now) && id !== now ? [pointer] : [];
  });
}

/** What of a payload no other organisation has: the run's mark is in it. */
const ownNames = ['registeredName', 'tradingName', 'emailAddress', 'websiteAddress', 'companyLogoUrl'];
