import { getOrganisation } from '../api/calls.ts';
import {
  deviates,
  handoverKind,
  handsOver,
  held,
  isJson,
  isSameAtOnce,
  isSuccess,
  jsonOf,
  neitherAnswer,
  observes,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { About, Check, Judgement } from '../harness/check.ts';
import { provenToken, toMend } from '../harness/controls.ts';
import { asJudged, checkOf, ofEachItem, wholeSuccess } from '../harness/judged.ts';
import type { Session } from '../harness/session.ts';
import { shownNames } from '../http/redact.ts';
import { knownNames } from '../rules/known-names.ts';
import { isRestricted } from '../rules/operations.ts';
import { holdsDetails, identityOf } from '../rules/organisation.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { readByOutsider } from './again/read-again.ts';
import { isLeftAlone } from './get-organisation/after-creation.ts';
import { isTheMembers } from './get-organisation/of-the-restricted.ts';
import { namesNoRecord } from './named-records.ts';
import { misanswered } from './valid-tokens.ts';

/** The checks of GET /api/v2/org (interface 4.4). */
export const getOrganisationChecks: readonly Check[] = Object.freeze<Check[]>([
  checkOf<Exchange>({
    id: 'getOrganisation.succeeds',
    title: 'A valid token reads its organisation, which confirms that authentication works',
    operation: 'getOrganisation',
    requirements: ['get-organisation', 'bodies-are-json'],
    needs: [],
    probe: async function* (session) {
      const reply = await session.sendOnce(getOrganisation(), 'member');
      if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
      yield reply;
    },
    itemOf: wholeSuccess,
    rule: ofEachItem(isReadable),
  }),
  {
    id: 'getOrganisation.outsider',
    title:
      "A user of another organisation is not given this organisation's record, also while a member reads it",
    operation: 'getOrganisation',
    requirements: ['organisation-is-callers', 'outsider-403'],
    needs: ['outsider token'],
    stage: 'again',
    rule: asJudged,
    probe: keepsFromOutsiders,
  },
  {
    id: 'getOrganisation.restricted',
    title: "A token with few permissions is given the record of the member's organisation, if any",
    operation: 'getOrganisation',
    requirements: ['organisation-is-callers'],
    needs: ['restricted token', 'a case'],
    applies: (target) => !isRestricted(target, 'getOrganisation') && !isRestricted(target, 'getCaseData'),
    rule: asJudged,
    probe: isTheMembers,
  },
  {
    id: 'getOrganisation.after-creation',
    title: "The caller's organisation is the same when another one was created",
    operation: 'getOrganisation',
    requirements: ['get-organisation', 'organisation-is-callers'],
    needs: ['creations'],
    applies: ({ writes }) => writes === 'all',
    rule: asJudged,
    probe: isLeftAlone,
  },
]);

function* isReadable(reply: Exchange, { specification }: About): Iterable<Judgement> {
  yield* isSameAtOnce(reply, 'get-organisation');
  if (!isSuccess(reply)) {
    const words = `The status must be 2xx, but is ${statusOf(reply)}`;
    yield deviates(reply, 'get-organisation', words, '', statusKind(reply));
    return;
  }
  if (reply.text !== '') yield isJson(reply);
  yield* holdsDetails(reply);
  if (reply.text === '') return;
  const fields = shownNames(Object(jsonOf(reply)), knownNames(specification))
    .sort()
    .join(', ');
  yield observes('organisation-record-fields', 'getOrganisation', fields);
}

/**
 * Refused or answered about their own organisation: both are right. Given a record of the identity that the member
 * is given, the outsider sees an organisation that is not theirs; records without an identity tell nothing.
 */
async function* keepsFromOutsiders(session: Session): AsyncIterable<Judgement> {
  const own = await session.sendOnce(getOrganisation(), 'member');
  for (const reply of await readByOutsider(session, getOrganisation())) {
    session.observe({
      requirement: 'outsider-own-organisation',
      subject: 'getOrganisation',
      value: isSuccess(reply) ? 'answered' : String(reply.status),
    });
    yield* keepsOwn(session, own, reply);
    yield* namesNoRecord(session, { reply, accepted: own, credentials: 'outsider' }, 'outsider-403');
  }
}

async function* keepsOwn(session: Session, own: Exchange, reply: Exchange): AsyncIterable<Judgement> {
  if (!isSuccess(own)) {
    throw new Undecidable(
      'control-refused',
      `The member's own request is answered ${own.status}. ${toMend(own.status, 'tokens.member')}.`,
    );
  }
  const ownIdentity = identityOf(jsonOf(own));
  const words = "The record must be that of the caller's organisation, but is the member's";
  if (ownIdentity !== undefined && identityOf(jsonOf(reply)) === ownIdentity) {
    yield deviates(reply, 'organisation-is-callers', words, '', handoverKind(reply));
  } else if (ownIdentity !== undefined && handsOver(reply, own)) {
    yield deviates(reply, 'organisation-is-callers', words, '', handoverKind(reply));
  } else if (isSuccess(reply) && ownIdentity === undefined) {
    yield undecided(
      'no-data',
      'The organisation record has neither an id nor a subDomain, so that it cannot be told whose it is.',
    );
  } else if (isSuccess(reply) || reply.status === 403) yield held;
  else yield (await misanswered(session, reply, 'outsider')) ?? undecided('no-data', neitherAnswer(reply));
}
