import { is2xx } from '../http/status.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { remembered } from '../schema/remembered.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Reason } from '../trace/gap.ts';
import { typeInWords } from '../validation/words.ts';
import type { Deviating, Judgement } from './check.ts';

/** What was looked at is as the requirement says. */
export const held: Judgement = Object.freeze({ kind: 'held' });

/**
 * The reply deviates from the requirement at the pointer.
 * @param kind - what is wrong there, in a word that holds no value: a keyword, or a word of the check's own
 */
export function deviates(
  reply: Exchange,
  requirement: string,
  message: string,
  pointer = '',
  kind?: string,
): Deviating {
  const finding = { pointer, message, requirement, ...(kind === undefined ? {} : { kind }) };
  return { kind: 'deviates', finding: { ...finding, reply: reply.number } };
}

/** What the reply shows at the pointer deviates: the message begins with the pointer. */
export function deviatesAt(
  reply: Exchange,
  requirement: string,
  pointer: string,
  words: string,
  kind: string,
): Deviating {
  return deviates(reply, requirement, `${pointer} ${words}`, pointer, kind);
}

/**
 * The reply is not as a public standard has it, of which the documents say nothing.
 * @param requirement - a row of the register whose standing is `advisory`
 * @param kind - as of `deviates`
 */
export function advises(
  reply: Exchange,
  requirement: string,
  message: string,
  pointer: string,
  kind: string,
): Judgement {
  return { kind: 'advises', advisory: { pointer, message, requirement, kind, reply: reply.number } };
}

/**
 * The kind of a deviation that the status shows. Refused for another reason, let through and broken are three things;
 * which code says so may change from run to run.
 */
export function statusKind({ status, credentials }: Exchange): string {
  return `status ${Math.floor(status / 100)}xx with ${credentials}`;
}

/** The kind of a refusal that holds what it refuses. */
export function handoverKind({ credentials }: Exchange): string {
  return `hands over with ${credentials}`;
}

/** The judgement of a random value, with the path to that value where the judgement is against the target. */
export function withPath(judgement: Judgement, path: string | null): Judgement {
  if (judgement.kind !== 'deviates' || path === null) return judgement;
  return { ...judgement, finding: { ...judgement.finding, path } };
}

/** Nothing wrong was seen, but the purpose was not reached. */
export function undecided(reason: Reason, message: string): Judgement {
  return { kind: 'undecided', reason, message };
}

/** The reply has the status that the requirement wants. */
export function hasStatus(reply: Exchange, status: number, requirement: string): Judgement {
  if (reply.status === status) return held;
  const words = `The status must be ${status}, but is ${statusOf(reply)}`;
  return deviates(reply, requirement, words, '', statusKind(reply));
}

/** What is answered right alone is answered so at the same time as other requests, too. */
export function isSameAtOnce({ status, atOnce }: Exchange, requirement: string): Judgement[] {
  if (atOnce === undefined || atOnce.status === status) return [];
  const words = `The status must be ${status}, but is ${statusOf(atOnce)}`;
  return [deviates(atOnce, requirement, words, '', statusKind(atOnce))];
}

/** The status of a reply, and what it is alone, or where it redirects to: its origin alone, for a query may hold secrets. */
export function statusOf({ status, headers, alone }: Exchange): string {
  if (alone !== undefined) return `${status} at the same time as other requests, and ${alone} alone`;
  const location = headers.location;
  if (status < 300 || status > 399 || location === undefined) return String(status);
  const origin = URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
  return `${status}, a redirect${origin}, which is not followed`;
}

/** The reply's body, where it has one, is JSON (interface 4). */
export function isJson(reply: Exchange): Judgement {
  if (reply.body.kind === 'json' || reply.text === '') return held;
  return deviates(reply, 'bodies-are-json', notJsonInWords(reply.body.message), '', 'json');
}

/**
 * How a body deviates that cannot be read as JSON.
 * @param message - the sentence that says why
 */
export function notJsonInWords(message: string): string {
  return `The body must be JSON, but ${clause(message).replace('is not JSON', 'is not')}`;
}

/** The refusal's body is an object with a message, a string (interface 4.1 and 7). */
export function hasMessage(reply: Exchange): Judgement {
  const requirement = 'error-message';
  const { body } = reply;
  if (body.kind === 'not-json' || !isObject(body.value)) {
    const found =
      body.kind === 'not-json' ? `, but ${clause(body.message)}` : `, but is ${typeInWords(body.value)}`;
    return deviates(reply, requirement, `The body must be an object with a message${found}`, '', 'type');
  }
  const message = memberOf(body.value, 'message');
  if (typeof message === 'string') return held;
  return message === undefined
    ? deviatesAt(reply, requirement, '/message', 'must be present', 'required')
    : deviatesAt(reply, requirement, '/message', `must be a string, but is ${typeInWords(message)}`, 'type');
}

/** Says of an answer that is neither an acceptance nor the refusal that is due what it keeps from being decided. */
export function neitherAnswer({ call, status }: Exchange): string {
  return `${call.method} ${call.path} is answered ${status}, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.`;
}

/**
 * A refusal does not hand over what it refuses: the accepted answer, or the record of a case.
 * @param accepted - the answer to the same request with valid credentials
 */
export function handsOver(reply: Exchange, accepted?: Exchange): boolean {
  // Without its outer brackets, since the members of an answer may stand among those of a refusal.
  const withheld = accepted !== undefined && isSuccess(accepted) ? accepted.text.trim().slice(1, -1) : '';
  return (withheld.length >= leastWithheld && reply.text.includes(withheld)) || showsRecord(reply);
}

/** A shorter answer, such as an empty list, may stand in another by chance. */
const leastWithheld = 30;

/** Whether the record of a case stands in an answer, a few levels deep: of a body that comes again, as was found before. */
const showsRecord = remembered(
  (reply: Exchange) => holdsRecord(jsonOf(reply), 5),
  ({ body }) => body,
);

function holdsRecord(value: unknown, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  if (memberOf(value, 'caseId') !== undefined && memberOf(value, 'caseType') !== undefined) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => holdsRecord(member, levels - 1));
}

/** Whether the reply is a success. */
export function isSuccess({ status }: Pick<Exchange, 'status'>): boolean {
  return is2xx(status);
}

/** The value of a reply's body; undefined where it is no JSON. */
export function jsonOf({ body }: Exchange): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

/** What a reply's body is, as far as it does not vary with what the target holds. */
export function bodyInWords({ body, text }: Exchange): string {
  if (body.kind === 'json') return typeInWords(body.value);
  return text === '' ? 'no body' : 'a body that is no JSON';
}

function clause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
