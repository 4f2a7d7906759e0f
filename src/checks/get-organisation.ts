import { getOrganisation } from '../api/calls.ts';
import { isSuccess } from '../harness/assertions.ts';
import type { Check } from '../harness/check.ts';
import { provenToken, toFix } from '../harness/controls.ts';
import { checkOf, ofEachItem, wholeSuccess } from '../harness/judged.ts';
import { organisationName } from '../harness/organisation-payload.ts';
import type { Session } from '../harness/session.ts';
import { isRestricted, operations } from '../rules/operations.ts';
import {
  type AfterCreation,
  differentIds,
  isLeftAlone,
  isOfAnother,
  isReadable,
  isTheirOwn,
  isTheMembers,
  type RestrictedReading,
} from '../rules/organisation.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { creation, refusedCreation } from './create-organisation.ts';
import { refusalCheck, twinsOfOutsider } from './refusal-check.ts';

/** The checks of GET /api/v2/org (interface 4.4). */
export const getOrganisationChecks: readonly Check[] = Object.freeze<Check[]>([
  checkOf<Exchange>({
    id: 'getOrganisation.succeeds',
    title: 'A valid token reads its organisation, which confirms that authentication works',
    requirements: ['get-organisation', 'bodies-are-json'],
    probe: async function* (session) {
      const reply = await session.sendOnce(getOrganisation(), 'member');
      if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
      yield reply;
    },
    itemOf: wholeSuccess,
    rule: ofEachItem(isReadable),
  }),
  refusalCheck({
    id: 'getOrganisation.outsider',
    title:
      "A user of another organisation is not given this organisation's record, also while a member reads it",
    requirements: ['organisation-is-callers', 'outsider-403'],
    needs: ['outsider token'],
    stage: 'again',
    twins: async function* (session) {
      const accepted = await session.sendOnce(getOrganisation(), 'member');
      yield* twinsOfOutsider(session, accepted);
    },
    rule: (twin) => [isTheirOwn(twin)],
    observed: { requirement: 'outsider-own-organisation', subject: 'getOrganisation' },
    namesNoRecord: 'outsider-403',
  }),
  checkOf<RestrictedReading>({
    id: 'getOrganisation.restricted',
    title: "A token with few permissions is given the record of the member's organisation, if any",
    requirements: ['organisation-is-callers'],
    needs: ['restricted token', 'a case'],
    applies: (target) => !isRestricted(target, 'getOrganisation') && !isRestricted(target, 'getCaseData'),
    probe: async function* (session) {
      yield await readByRestricted(session);
    },
    rule: ofEachItem((reading, { specification }) => [isTheMembers(specification, reading)]),
  }),
  checkOf<AfterCreation>({
    id: 'getOrganisation.after-creation',
    title: "The caller's organisation is the same when another one was created",
    requirements: ['get-organisation', 'organisation-is-callers'],
    needs: ['creations'],
    applies: ({ writes }) => writes === 'all',
    probe: async function* (session) {
      yield await readAfterCreation(session);
    },
    rule: ofEachItem(isLeftAlone),
  }),
]);

/** Reads on as long as the restricted token seems to be shown another organisation than the member. */
async function readByRestricted(session: Session): Promise<RestrictedReading> {
  const reply = await session.sendOnce(getOrganisation(), 'restricted');
  if (reply.status === 401) await provenToken(session, 'restricted');
  if (!isSuccess(reply)) return { reply };
  const first = { reply, own: await session.sendOnce(getOrganisation(), 'member') };
  if (!isOfAnother(session.specification, first)) return first;
  const repeated = { ...first, again: await session.send(getOrganisation(), 'restricted') };
  const [call] = operations.getCaseData.calls(session);
  if (!isOfAnother(session.specification, repeated) || call === undefined) return repeated;
  return { ...repeated, ofCase: await session.sendOnce(call, 'restricted') };
}

async function readAfterCreation(session: Session): Promise<AfterCreation> {
  // Read when the run began.
  const before = await session.sendOnce(getOrganisation(), 'member');
  const created = await session.share(creation);
  if (!isSuccess(created)) throw refusedCreation(created);
  const after = await session.send(getOrganisation(), 'member');
  if (!isSuccess(before)) {
    throw new Undecidable(
      'control-refused',
      `The member's own organisation is answered ${before.status} before another one is created. ${toFix(before.status, 'tokens.member')}.`,
      before,
    );
  }
  const next = await readOnIfOther(session, before, after);
  return { before, after, next, createdName: organisationName(session) };
}

/** Reads the organisation once more if it has another id than before: the target may make an id for each answer. */
export async function readOnIfOther(
  session: Session,
  before: Exchange,
  after: Exchange,
): Promise<Exchange | undefined> {
  const isOther = isSuccess(after) && differentIds(before, after).length > 0;
  return isOther ? session.send(getOrganisation(), 'member') : undefined;
}
