import {
  deviatesAsFound,
  discloses,
  handsOver,
  hasMessage,
  hasStatus,
  held,
  isJson,
  isSuccess,
  jsonOf,
  neitherAnswer,
  undecided,
  unexpectedStatus,
  withParts,
  wrongStatus,
} from '../harness/assertions.ts';
import type { About, Deviating, Judgement } from '../harness/check.ts';
import type { Credentials } from '../harness/session.ts';
import type { Spelling } from '../harness/spellings.ts';
import { is4xx } from '../http/status.ts';
import { referredName } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { knownNamesIn, maskedFindings } from './known-names.ts';
import { operations } from './operations.ts';

/** A request that must be refused, and its accepted twin: the same request without the defect. */
export interface Twin {
  readonly refused: Exchange;
  readonly accepted: Exchange;
  readonly credentials: Credentials;
  readonly spelling?: Spelling | undefined;
}

/** @param requirement - the statement that requires the refusal */
export type RuleOfTwin = (
  twin: Twin,
  about: Pick<About, 'specification' | 'target'>,
  requirement: string,
) => Iterable<Judgement>;

export function* refuses(
  specification: Specification,
  reply: Exchange,
  status: number,
  requirement: string,
  accepted?: Exchange,
): Iterable<Judgement> {
  yield hasStatus(reply, status, requirement, accepted);
  if (reply.status !== status) return;
  const { refusalBody } = operations[reply.call.operation];
  if (refusalBody === 'message') yield* isRefusalAsDescribed(specification, reply);
  else if (refusalBody === 'json') yield isJson(reply);
  const words = 'The refusal contains the data that it refuses';
  if (handsOver(reply, accepted)) yield showsProtected(specification, reply, requirement, words);
}

/**
 * A firewall or proxy may block some requests before the service sees them; then any 4xx is right.
 * @param detail - what the request does not show, as a sentence
 */
export function refusedWith(statuses: readonly number[], detail = ''): RuleOfTwin {
  return function* ({ refused, accepted, credentials }, { specification }, requirement) {
    const isExpected = statuses.includes(refused.status);
    const mayBeBlocked = typeof credentials !== 'string' && credentials.mayBeBlocked === true;
    if (isExpected) yield* refuses(specification, refused, refused.status, requirement, accepted);
    else if (mayBeBlocked && is4xx(refused.status) && !handsOver(refused, accepted)) yield held;
    else {
      const isAsAccepted = refused.status === accepted.status && refused.status >= 400;
      const unchecked =
        'A valid token is answered {status}, too, so the service may look at the request before the credentials';
      const words = `The status is {status} instead of ${statuses.join(' or ')}`;
      const wrong = isAsAccepted
        ? wrongStatus(refused, requirement, unchecked, {}, accepted)
        : unexpectedStatus(refused, requirement, words, accepted);
      const { message, detail: said = message } = wrong.finding;
      const sentences = [detail, said].filter((one) => one !== '');
      yield detail === '' ? wrong : withParts(wrong, { detail: sentences.join('. ') });
    }
  };
}

/** A proxy may refuse a token in the wrong place with any 4xx, but a success and a server error are wrong. */
export const refusesMisplacedToken: RuleOfTwin = function* (
  { refused, accepted },
  { specification },
  requirement,
) {
  const { call, status } = refused;
  // A 409 (conflict with existing data) shows that the request got past authentication.
  if (status === 401 || status === 409 || isSuccess(refused) || status >= 500)
    yield* refuses(specification, refused, 401, requirement, accepted);
  else if (status === accepted.status) {
    const words = `${call.method} ${call.path} is answered ${status} with a valid token too, so nothing is known. Check tokens.member.`;
    yield undecided('control-refused', [words, call.path], accepted);
  } else yield handsOver(refused, accepted) ? showsProtected(specification, refused, requirement) : held;
};

export function acceptsMisplacedToken(...args: Parameters<RuleOfTwin>): boolean {
  return [...refusesMisplacedToken(...args)].some(({ kind }) => kind === 'deviates');
}

export function showsProtected(
  specification: Specification,
  reply: Exchange,
  requirement: string,
  words = 'The answer contains protected data',
): Judgement {
  const names = knownNamesIn(specification, jsonOf(reply));
  const [message, detail] = names === '' ? [words, ''] : [`${words}: ${names}`, `It contains ${names}`];
  return withParts(discloses(reply, requirement, message), { detail });
}

/** Any refusal is right except 401, since the outsider's token is valid. A server error is wrong. */
export const refusesOutsiderChange: RuleOfTwin = function* (
  { refused, accepted },
  { specification },
  requirement,
) {
  const { status } = refused;
  if (isSuccess(refused) || status === 401 || status >= 500)
    yield unexpectedStatus(refused, requirement, 'The status is {status} instead of 403');
  else if (handsOver(refused, accepted)) yield showsProtected(specification, refused, requirement);
  else yield status < 400 ? undecided('no-data', neitherAnswer(refused), refused) : held;
};

/**
 * A deviation if the status is 401 or 5xx: a valid token must not be answered so, even if it lacks the
 * permission (interface 5 and 7).
 */
export function rejectsValidToken(reply: Exchange, requirement: string): Deviating | undefined {
  if (reply.status !== 401 && reply.status < 500) return undefined;
  return reply.status === 401
    ? wrongStatus(reply, requirement, 'A valid token is answered {status}, although other requests accept it')
    : unexpectedStatus(reply, requirement, 'The service fails with a valid token: it answers {status}');
}

export function refusalSchemaName(
  { bodySchema, describesSchema }: Specification,
  operation: OperationId,
  status: number,
): string | undefined {
  const name = referredName(bodySchema(operation, status));
  return name !== undefined && describesSchema(name) ? name : undefined;
}

/**
 * Judges that the body of a refusal is an object with a message (interface 4.1 and 7) and any other members that the
 * description requires.
 */
export function isRefusalAsDescribed(specification: Specification, reply: Exchange): Judgement[] {
  const name = refusalSchemaName(specification, reply.call.operation, reply.status);
  const said = asksForMessage(specification, name ?? 'Error') ? hasMessage(reply) : isJson(reply);
  if (said.kind !== 'held' || name === undefined || reply.body.kind === 'not-json') return [said];
  const wrong = maskedFindings(specification, name, jsonOf(reply));
  if (wrong.length === 0) return [held];
  return wrong.map((found) => deviatesAsFound(reply, 'error-message', found));
}

/** Without a schema, the interface decides: it requires a message. */
function asksForMessage({ describesSchema, schemaNamed }: Specification, name: string): boolean {
  if (!describesSchema(name)) return true;
  const { required = [], properties = {} } = schemaNamed(name);
  return required.includes('message') && properties.message !== undefined;
}
