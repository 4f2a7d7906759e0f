import { getOrganisation } from '../api/calls.ts';
import { held, isSuccess, jsonOf, wrongStatus } from '../harness/assertions.ts';
import { type Check, checkOf, ofEachItem } from '../harness/check.ts';
import { provenToken, toFix } from '../harness/controls.ts';
import { completeSuccess } from '../harness/judge.ts';
import { organisationName } from '../harness/organisation-payload.ts';
import type { Session } from '../harness/session.ts';
import {
  type AfterCreation,
  differentIds,
  identityOf,
  isCallersOwn,
  isReadable,
  leavesOwnOrganisation,
} from '../rules/organisation.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { creation, recreation, refusedCreation } from './create-organisation.ts';
import { namingTwins, refusalCheck } from './refusal-check.ts';

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
    itemOf: completeSuccess,
    rule: ofEachItem(isReadable),
  }),
  checkOf<readonly Exchange[]>({
    id: 'getOrganisation.token-stays-valid',
    title: 'A valid token is never answered 401 by an operation that accepts it',
    requirements: ['get-organisation'],
    stage: 'last',
    probe: async function* (session) {
      await provenToken(session, 'member');
      const reply = await session.sendOnce(getOrganisation(), 'member');
      if (!isSuccess(reply))
        throw new Undecidable('no-data', `Fix GET /api/v2/org first: it is answered ${reply.status}.`, reply);
      yield session.rejectedTokens();
    },
    rule: ofEachItem((rejected) =>
      rejected.length === 0
        ? [held]
        : rejected.map((reply) =>
            wrongStatus(
              reply,
              'get-organisation',
              'A valid token is answered {status} by an operation that accepts it otherwise',
              { context: 'now and then' },
            ),
          ),
    ),
  }),
  refusalCheck({
    id: 'getOrganisation.outsider',
    title:
      "A user of another organisation is not given this organisation's record, also while a member reads it",
    requirements: ['organisation-is-callers', 'outsider-403'],
    needs: ['outsider token'],
    stage: 'repeat',
    twins: (session) => namingTwins(session, getOrganisation(), isCallersOwn, () => true),
    rule: (twin) => [isCallersOwn(twin)],
    observed: { requirement: 'outsider-own-organisation', subject: 'getOrganisation' },
  }),
  checkOf<AfterCreation>({
    id: 'getOrganisation.after-creation',
    title: "Each caller's organisation is the same when another one was created",
    requirements: ['get-organisation', 'organisation-is-callers'],
    needs: ['creations'],
    applies: ({ writes }) => writes === 'all',
    probe: async function* (session) {
      const own = await readAfterCreation(session);
      yield own;
      if (!session.target.tokens.has('outsider')) return;
      const ofOutsider = await session.send(getOrganisation(), 'outsider');
      if (isSuccess(ofOutsider) && identityOf(jsonOf(ofOutsider)) !== undefined)
        yield { ...own, before: ofOutsider, after: ofOutsider, next: undefined };
    },
    rule: ofEachItem(leavesOwnOrganisation),
  }),
]);

async function readAfterCreation(session: Session): Promise<AfterCreation> {
  const before = await session.sendOnce(getOrganisation(), 'member');
  const created = await session.share(creation);
  if (!isSuccess(created)) throw refusedCreation(created);
  await session.share(recreation);
  const after = await session.send(getOrganisation(), 'member');
  if (!isSuccess(before)) {
    const words = `The member's own organisation is answered ${before.status} before another one is created. ${toFix(before.status, 'tokens.member')}.`;
    throw new Undecidable('control-refused', words, before);
  }
  const next = await readOnIfOther(session, before, after);
  const sent: unknown = JSON.parse(created.call.body ?? '{}');
  return { before, after, next, createdName: organisationName(session), sent };
}

/** Reads again if the id differs: the target may generate one for each answer. */
export async function readOnIfOther(
  session: Session,
  before: Exchange,
  after: Exchange,
): Promise<Exchange | undefined> {
  const isOther = isSuccess(after) && differentIds(before, after).length > 0;
  return isOther ? session.send(getOrganisation(), 'member') : undefined;
}
