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
  wrongStatus,
} from '../harness/assertions.ts';
import type { About, Deviating, Judgement } from '../harness/check.ts';
import type { Forgery } from '../harness/forgeries.ts';
import type { Spelling } from '../harness/spellings.ts';
import type { TokenName } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import { referredName } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { discreetFindings, knownNamesIn } from './known-names.ts';
import { operations } from './operations.ts';

/** A request that must be refused, and its accepted twin, which lacks the defect. */
export interface Twin {
  readonly refused: Exchange;
  readonly accepted: Exchange;
  /** The credentials of the refused request. */
  readonly credentials: TokenName | Forgery;
  /** How the path of the refused request is written, if differently. */
  readonly spelling?: Spelling | undefined;
}

/** @param requirement - the statement by which the request is refused */
export type RuleOfTwin = (
  twin: Twin,
  about: Pick<About, 'specification' | 'target'>,
  requirement: string,
) => Iterable<Judgement>;

/**
 * Judges an answer that must be a refusal with this status.
 * @param accepted - the answer to the control, if it was accepted
 */
export function* refuses(
  specification: Specification,
  reply: Exchange,
  status: number,
  requirement: string,
  accepted?: Exchange,
): Iterable<Judgement> {
  yield hasStatus(reply, status, requirement, accepted);
  if (reply.status !== status) return;
  const { hasMessages, json } = operations[reply.call.operation];
  if (hasMessages === true) yield* isRefusalAsDescribed(specification, reply);
  else if (json === 'all') yield isJson(reply);
  if (handsOver(reply, accepted)) {
    const names = knownNamesIn(specification, jsonOf(reply));
    const words = 'The refusal contains the data that it refuses';
    yield discloses(reply, requirement, names === '' ? words : `${words}: ${names}`);
  }
}

/** The refusal has one of these statuses, unless a firewall or a proxy may have blocked the request before. */
export function refusedWith(...statuses: readonly number[]): RuleOfTwin {
  return function* ({ refused, accepted, credentials }, { specification }, requirement) {
    const isExpected = statuses.includes(refused.status);
    const mayBeBlocked = typeof credentials !== 'string' && credentials.mayBeBlocked === true;
    if (isExpected) yield* refuses(specification, refused, refused.status, requirement, accepted);
    else if (mayBeBlocked && is4xx(refused.status) && !handsOver(refused, accepted)) yield held;
    else {
      // The request then got past the check of credentials.
      const isAsAccepted = refused.status === accepted.status && refused.status >= 400;
      const words = isAsAccepted
        ? 'A valid token is answered the same, so the credentials were not checked first: {status}'
        : `The status is {status} instead of ${statuses.join(' or ')}`;
      yield wrongStatus(refused, requirement, words, undefined, accepted);
    }
  };
}

/** A proxy may refuse a token in the wrong place in its own way, but a success and a failure are not refusals. */
export const refusedElsewhere: RuleOfTwin = function* (
  { refused, accepted },
  { specification },
  requirement,
) {
  const { call, status } = refused;
  // A conflict with what is there already shows that the request got past authentication.
  if (status === 401 || status === 409 || isSuccess(refused) || status >= 500)
    yield* refuses(specification, refused, 401, requirement, accepted);
  else if (status === accepted.status) {
    const words = `${call.method} ${call.path} is answered ${status} with a valid token too, so nothing is known. Check tokens.member.`;
    yield undecided('control-refused', words, accepted);
  } else yield handsOver(refused, accepted) ? showsGuarded(refused, requirement) : held;
};

/** Whether a token in the wrong place is let in, or makes the service fail. */
export function isLetIn(...args: Parameters<RuleOfTwin>): boolean {
  return [...refusedElsewhere(...args)].some(({ kind }) => kind === 'deviates');
}

/** The answer shows what requires credentials. */
export function showsGuarded(reply: Exchange, requirement: string): Judgement {
  const words = 'The answer contains protected data';
  return discloses(reply, requirement, words);
}

/**
 * A user of another organisation changes no client. How they are refused is open, except that the token is valid and
 * the service does not fail.
 */
export const refusesOutsiderChange: RuleOfTwin = function* ({ refused, accepted }, _, requirement) {
  const { status } = refused;
  if (isSuccess(refused) || status === 401 || status >= 500)
    yield wrongStatus(refused, requirement, 'The status is {status} instead of 403');
  else if (handsOver(refused, accepted)) yield showsGuarded(refused, requirement);
  else yield status < 400 ? undecided('no-data', neitherAnswer(refused), refused) : held;
};

/**
 * A valid token must never be answered 401 or with a server error, even if it lacks permissions (interface 5 and 7).
 * @returns undefined if the answer says neither
 */
export function misanswers(reply: Exchange, requirement: string): Deviating | undefined {
  if (reply.status !== 401 && reply.status < 500) return undefined;
  const words =
    reply.status === 401
      ? 'A valid token is answered {status}, although other requests accept it'
      : 'The service fails with a valid token: it answers {status}';
  return wrongStatus(reply, requirement, words);
}

/** The name of the schema for a refusal's body; undefined if the description names none. */
export function refusalSchemaName(
  { bodySchema, describesSchema }: Specification,
  operation: OperationId,
  status: number,
): string | undefined {
  const name = referredName(bodySchema(operation, status));
  return name !== undefined && describesSchema(name) ? name : undefined;
}

/**
 * The body of a refusal is as described: an object with a message (interface 4.1 and 7), and with any other required
 * members.
 */
export function isRefusalAsDescribed(specification: Specification, reply: Exchange): Judgement[] {
  const name = refusalSchemaName(specification, reply.call.operation, reply.status);
  const said = asksForMessage(specification, name ?? 'Error') ? hasMessage(reply) : isJson(reply);
  if (said.kind !== 'held' || name === undefined || reply.body.kind === 'not-json') return [said];
  const wrong = discreetFindings(specification, name, jsonOf(reply));
  if (wrong.length === 0) return [held];
  return wrong.map((found) => deviatesAsFound(reply, 'error-message', found));
}

/**
 * If the description has no schema for this refusal, the common `Error` schema applies; without that, the interface,
 * which requires a message.
 */
function asksForMessage({ describesSchema, schemaNamed }: Specification, name: string): boolean {
  if (!describesSchema(name)) return true;
  const { required = [], properties = {} } = schemaNamed(name);
  return required.includes('message') && properties.message !== undefined;
}
