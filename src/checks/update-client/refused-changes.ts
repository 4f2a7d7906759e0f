import { hasStatus, held, isSuccess, unexpectedStatus } from '../../harness/assertions.ts';
import { unmetNeeds } from '../../harness/capabilities.ts';
import {
  type Capability,
  type Check,
  checkOf,
  type Judgement,
  ofEachItem,
  type StatedCheck,
} from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { noCredentials, unknownToken } from '../../harness/forgeries.ts';
import { collectItems, flatMapConcurrently, type ProbeItems } from '../../harness/probe-items.ts';
import type { Credentials, Session } from '../../harness/session.ts';
import { roleClaimed } from '../../harness/spellings.ts';
import { turnOf } from '../../harness/turns.ts';
import { type ChangeRule, judgedChange, unexpectedChange } from '../../rules/change-rules.ts';
import type { Patch } from '../../rules/client-change.ts';
import { type ClientRecord, differingFields } from '../../rules/client-record.ts';
import { isRestricted } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import type { SentBody } from './making-changes.ts';
import { newValues } from './new-values.ts';
import {
  type AnswerOrEffect,
  type ChangesToRefuse,
  refusedOneByOne,
  refusedTogether,
} from './without-effect.ts';

interface Refused extends Pick<StatedCheck<never>, 'id' | 'title' | 'applies'> {
  readonly needs: readonly Capability[];
  readonly credentials: readonly Credentials[];
  readonly requirement: string;
  /** The required status. Undefined if the documents leave it open. */
  readonly status?: number;
}

const refusals: readonly Refused[] = [
  {
    id: 'updateClient.changes-without-credentials',
    title: 'A change without credentials is answered 401, and not made',
    needs: [],
    credentials: [noCredentials, unknownToken],
    requirement: 'credentials-401',
    status: 401,
  },
  {
    id: 'updateClient.changes-without-permission',
    title: 'A change with a token that lacks the permission is answered 403, and not made',
    needs: ['restricted token'],
    applies: (target) => isRestricted(target, 'updateClient'),
    credentials: ['restricted'],
    requirement: 'permissions-403',
    status: 403,
  },
  {
    id: 'updateClient.changes-of-an-outsider',
    title: 'A change by a user of another organisation is refused, and not made',
    needs: ['outsider token'],
    credentials: ['outsider'],
    requirement: 'outsider-403',
  },
];

export const refusedChangeChecks: readonly Check[] = refusals.map(
  ({ credentials, requirement, status, needs, ...check }) =>
    checkOf<AnswerOrEffect<RefusedChange>>({
      ...check,
      requirements: [requirement],
      needs: ['a client', 'writes', ...needs],
      isSeeded: true,
      stage: 'change',
      probe: (session) => changesBy(session, credentials),
      rule: ofEachItem((seen, { specification }) =>
        'reply' in seen
          ? [isRefused(seen.reply, requirement, status)]
          : judgedChange(specification, seen, leavesAlone(requirement)),
      ),
    }),
);

interface RefusedChange extends SentBody {
  readonly credentials: Credentials;
}

function isRefused(reply: Exchange, requirement: string, status: number | undefined): Judgement {
  if (status !== undefined) return hasStatus(reply, status, requirement);
  const isRight = !isSuccess(reply) && reply.status < 500;
  return isRight ? held : unexpectedStatus(reply, requirement, 'The status is {status} instead of 403');
}

function leavesAlone(requirement: string): ChangeRule {
  const how = 'although the change must be refused';
  return (specification, change) =>
    differingFields(specification, change.before, change.after.record ?? change.before).map((field) =>
      unexpectedChange(specification, field, change, requirement, how),
    );
}

/**
 * The changes with these credentials. Most send new values, since a service may harmlessly accept a change
 * without effect from anybody.
 */
async function* changesBy(
  session: Session,
  own: readonly Credentials[],
): AsyncIterable<AnswerOrEffect<RefusedChange>> {
  const { items, gap } = await session.share(changesByAll);
  for (const seen of items.filter(({ credentials }) => own.includes(credentials))) {
    const isInvalid = 'reply' in seen && seen.reply.status === 401;
    if (isInvalid && typeof seen.credentials === 'string') await provenToken(session, seen.credentials);
    yield seen;
  }
  if (gap !== undefined) throw gap;
}

async function changesByAll(session: Session): Promise<ProbeItems<AnswerOrEffect<RefusedChange>>> {
  const { target, sampling } = session;
  const all = refusals
    .filter(({ needs, applies }) => unmetNeeds(needs, target).length === 0 && applies?.(target) !== false)
    .flatMap(({ credentials }) => credentials);
  const most = await mostChangeable(session);
  const toRefuse = (one: ChangeableClient): ChangesToRefuse<RefusedChange> => ({
    one,
    changesFrom: (record) => {
      const body = newValues(one, record);
      const further = (one === most ? all : []).flatMap((credentials) =>
        furtherBy(credentials, body, record, session).map((other) => ({ ...other, credentials })),
      );
      const isWrongAlone = (credentials: Credentials): boolean =>
        credentials === unknownToken && target.writes === 'restore' && !sampling.thorough && one === most;
      const whole = all.filter((credentials) => !isWrongAlone(credentials));
      return [...whole.map((credentials) => ({ body, credentials })), ...further];
    },
  });
  const clients = (await session.share(changeableClients)).filter(({ fields }) => fields.length > 0);
  const tried = await collectItems(
    sampling.thorough
      ? flatMapConcurrently(clients, (one) => refusedOneByOne(session, toRefuse(one)), 1)
      : refusedTogether(session, toRefuse(most)),
  );
  if (tried.items.length === 0) throw tried.gap ?? notRead(most);
  return tried;
}

/**
 * Bodies to send after the body with all fields, since some services validate a change before they check the caller:
 * bodies with one field and a right or a wrong value, and a body with wrong values of all fields. How many depends on
 * the credentials, and on whether the data is disposable. One of several bodies with right values is sent with headers
 * that claim a role. If each field is sent, one has the value that the client shows.
 */
function furtherBy(
  credentials: Credentials,
  right: Patch,
  shown: ClientRecord,
  { sampling, target: { writes } }: Session,
): SentBody[] {
  const { thorough } = sampling;
  const seed = turnOf(sampling);
  const fields = Object.keys(right);
  const wrongOf = (field: string, place: number) => ({ [field]: (seed + place) % 2 === 0 ? null : 5 });
  const alone = (some: readonly string[]): SentBody[] =>
    some.map((field, place) => ({
      body: {
        [field]: memberOf(
          some === fields && (place + 1) % fields.length === seed % fields.length
            ? { ...right, ...shown }
            : right,
          field,
        ),
      },
      ...(some.length > 1 && place === seed % some.length ? { spelling: roleClaimed } : {}),
    }));
  const from = (first: number, count: number): string[] =>
    fields.filter((_, place) => (place + seed + first) % fields.length < count);
  const wrong = fields.length === 0 ? [] : [{ body: Object.assign({}, ...fields.map(wrongOf)) }];
  if (thorough) return [...alone(fields), ...wrong];
  if (typeof credentials !== 'string') return credentials === unknownToken ? wrong : [];
  const isEach = writes === 'all';
  if (credentials === 'outsider') return isEach ? alone(from(1, 3)) : [];
  const one = from(1, isEach ? 2 : 1).map((field, place) => ({ body: wrongOf(field, place) }));
  return [...alone(isEach ? fields : from(0, 1)), ...one];
}

function notRead({ client, firstChanges }: ChangeableClient): Undecidable {
  const words = `The client ${client} cannot be read back any more. Check it at the target.`;
  return new Undecidable('control-refused', words, ...firstChanges.slice(-1).map(({ after }) => after.reply));
}
