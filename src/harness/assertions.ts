import { formOfEach } from '../http/redact.ts';
import { is2xx } from '../http/status.ts';
import { isObject, visibleJson } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { remembered } from '../schema/remembered.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Blocker, placesOf, type Reason, type Undecidable } from '../trace/gap.ts';
import type { Finding } from '../validation/finding.ts';
import { typeInWords } from '../validation/words.ts';
import type { Deviating, Judgement, ProblemKind, Subject } from './check.ts';

/** The reply meets the requirement. */
export const held: Judgement = Object.freeze({ kind: 'held' });

/**
 * The reply deviates from the requirement at the pointer.
 * @param kind - together with the pointer, it distinguishes deviations from the same requirement; without it, the id of
 *   the check does
 */
export function deviates(
  reply: Exchange,
  requirement: string,
  message: string,
  pointer = '',
  kind?: string | ProblemKind,
): Deviating {
  const finding = { pointer, message, requirement, ...(typeof kind === 'string' ? { kind } : kind) };
  return { kind: 'deviates', finding: { ...finding, reply: reply.number } };
}

/**
 * As `deviates`, with a message that begins with the pointer.
 * @param alike - the words for several such fields, if others
 */
export function deviatesAt(
  reply: Exchange,
  requirement: string,
  pointer: string,
  words: string,
  kind: string,
  alike?: string,
): Deviating {
  const found = { pointer, keyword: kind, message: `${pointer} ${words}` };
  return deviatesAsFound(reply, requirement, alike === undefined ? found : { ...found, alike });
}

/** The reply shows a value that deviates from the description. */
export function deviatesAsFound(
  reply: Exchange,
  requirement: string,
  { keyword, pointer, message, ...alike }: Finding,
): Deviating {
  const { kind, finding } = deviates(reply, requirement, message, pointer, keyword);
  return { kind, finding: { ...finding, ...alike } };
}

/**
 * The reply deviates from a public standard where the documents say nothing.
 * @param requirement - a row of the register whose standing is `advisory`
 * @param kind - as in `deviates`
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
 * A wrong status. The kind names only its class (2xx, 4xx …), because the exact code may change from run to run.
 * @param words - the message, in which {status} is that of the reply
 * @param context - what was tried or when, in the words of the message
 * @param accepted - the answer to the same request with valid credentials
 */
export function wrongStatus(
  reply: Exchange,
  requirement: string,
  words: string,
  context?: string,
  accepted?: Exchange,
): Deviating {
  const message = `${withStatus(words, reply)}${isWithoutData(reply, accepted) ? withoutAnyData : ''}`;
  return deviates(reply, requirement, message, '', {
    ...statusKind(reply),
    ...(context === undefined ? {} : { context }),
  });
}

/** The end of a message about a reading that is answered with a success, but says no. */
export const withoutAnyData = ', without any data';

/**
 * Whether a reading is answered with a success that holds no data: an empty object, a message alone, or no member of
 * what others are answered. The list is left out, since it may be a page without cases. `null` is not a case, but
 * everybody may be answered so for the organisation.
 */
function isWithoutData(reply: Exchange, accepted?: Exchange): boolean {
  const { operation, method } = reply.call;
  const isOfRecord = method === 'GET' && operation !== 'listCases' && is2xx(reply.status);
  const body = isOfRecord ? jsonOf(reply) : undefined;
  if (body === null) return operation === 'getCaseData';
  const data = accepted !== undefined && isSuccess(accepted) ? jsonOf(accepted) : undefined;
  const isData = (name: string): boolean =>
    name !== 'message' && (!isObject(data) || memberOf(data, name) !== undefined);
  return isObject(body) && !Object.keys(body).some(isData);
}

export function statusKind({ status, credentials }: Exchange): ProblemKind {
  return { kind: `status ${Math.floor(status / 100)}xx`, credentials };
}

/** The answer shows data that it must not show to this caller. */
export function discloses(reply: Exchange, requirement: string, message: string): Deviating {
  return deviates(reply, requirement, message, '', { kind: 'hands over', credentials: reply.credentials });
}

/** Names what got past a guard. */
export function throughWay({ kind, finding }: Deviating, way: string): Deviating {
  return { kind, finding: { ...finding, way } };
}

/** Names what was sent, as the subject of the headline. */
export function ofSubject({ kind, finding }: Deviating, subject: Subject): Deviating {
  return { kind, finding: { ...finding, subject } };
}

/** Adds the path of the random value to a judgement, if the judgement is a deviation. */
export function withPath(judgement: Judgement, path: string | null): Judgement {
  if (judgement.kind !== 'deviates' || path === null) return judgement;
  return { ...judgement, finding: { ...judgement.finding, path } };
}

/**
 * Records the behaviour of the target where the documents leave it open.
 * @param requirement - the row of the register that leaves it open
 */
export function observes(requirement: string, subject: string, value: string): Judgement {
  return { kind: 'observes', observation: { requirement, subject, value } };
}

/**
 * Nothing wrong was seen, but the check could not reach its purpose.
 * @param blockedBy - the answers that keep it from that
 */
export function undecided(reason: Reason, message: string, ...blockedBy: readonly Blocker[]): Judgement {
  return undecidedBy({ reason, message, blockedBy: placesOf(blockedBy) });
}

export function undecidedBy({
  reason,
  message,
  blockedBy,
}: Pick<Undecidable, 'reason' | 'message' | 'blockedBy'>): Judgement {
  return { kind: 'undecided', reason, message, ...(blockedBy.length === 0 ? {} : { blockedBy }) };
}

/**
 * The reply has the status that the requirement demands.
 * @param accepted - the answer to the same request with valid credentials
 */
export function hasStatus(
  reply: Exchange,
  status: number,
  requirement: string,
  accepted?: Exchange,
): Judgement {
  return reply.status === status
    ? held
    : wrongStatus(reply, requirement, `The status is {status} instead of ${status}`, undefined, accepted);
}

/** A request that is answered correctly alone must also be answered correctly under concurrency. */
export function isSameConcurrently({ status, whenConcurrent }: Exchange, requirement: string): Judgement[] {
  return whenConcurrent === undefined || whenConcurrent.status === status
    ? []
    : [hasStatus(whenConcurrent, status, requirement)];
}

/**
 * Fills in the {status} of a reply, and adds what explains it. A redirect is shown with its origin only, because a query
 * may contain secrets.
 */
export function withStatus(words: string, { status, headers }: Exchange): string {
  const filled = words.replace('{status}', String(status));
  const location = headers.location;
  if (status < 300 || status > 399 || location === undefined) return filled;
  const origin = URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
  return `${filled} (a redirect${origin}, which is not followed)`;
}

export function isJson(reply: Exchange): Judgement {
  if (reply.body.kind === 'json' || reply.text === '') return held;
  const why = clause(reply.body.message);
  const words = `The body is not JSON${why.startsWith('it is not JSON') ? why.slice('it is not JSON'.length) : `: ${why}`}`;
  const start = visibleJson(formOfEach(reply.text.trimStart().slice(0, longestStart)));
  return notJson(reply, 'bodies-are-json', `${words}. It begins with ${start}`);
}

/** Characters of a body that is not JSON: enough for its form to distinguish CSV from XML. */
const longestStart = 60;

/** A page in place of an answer has another cause than JSON that is written wrongly. */
function notJson(reply: Exchange, requirement: string, message: string): Judgement {
  const alike = reply.text.trimStart().startsWith('<') ? 'is markup' : 'is not JSON';
  return deviatesAsFound(reply, requirement, { keyword: 'json', pointer: '', message, alike });
}

/** The body of a refusal is an object with a message, which is a string (interface 4.1 and 7). */
export function hasMessage(reply: Exchange): Judgement {
  const requirement = 'error-message';
  const { body } = reply;
  const words = 'The body is not an object with a message';
  if (body.kind === 'not-json') return notJson(reply, requirement, `${words}: ${clause(body.message)}`);
  if (!isObject(body.value))
    return deviates(reply, requirement, `${words}: it is ${typeInWords(body.value)}`, '', 'type');
  const message = memberOf(body.value, 'message');
  if (typeof message === 'string') return held;
  return message === undefined
    ? deviatesAt(reply, requirement, '/message', 'is missing', 'required')
    : deviatesAt(reply, requirement, '/message', `is ${typeInWords(message)} instead of a string`, 'type');
}

/** The message for an answer that is neither an acceptance nor the expected refusal, so the check stays undecided. */
export function neitherAnswer({ call, status }: Exchange): string {
  return `${call.method} ${call.path} is answered ${status}, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.`;
}

/**
 * Whether a refusal contains the data it refuses: the accepted answer, or the record of a case.
 * @param accepted - the answer to the same request with valid credentials
 */
export function handsOver(reply: Exchange, accepted?: Exchange): boolean {
  // Without the outer brackets: a refusal may contain the members of the accepted answer among its own.
  const withheld = accepted !== undefined && isSuccess(accepted) ? accepted.text.trim().slice(1, -1) : '';
  return (withheld.length >= leastWithheld && reply.text.includes(withheld)) || showsCaseRecord(reply);
}

/** Characters. A shorter answer, such as an empty list, may occur in another answer by chance. */
const leastWithheld = 30;

/** Whether an answer contains the record of a case, up to five levels deep. The result is cached by body. */
const showsCaseRecord = remembered(
  (reply: Exchange) => holdsRecord(jsonOf(reply), 5),
  ({ body }) => body,
);

function holdsRecord(value: unknown, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  // A description has objects there.
  if (['caseId', 'caseType'].every((name) => isScalar(memberOf(value, name)))) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => holdsRecord(member, levels - 1));
}

export function isSuccess({ status }: Pick<Exchange, 'status'>): boolean {
  return is2xx(status);
}

/** Whether the service itself answered with success: 203 and 206 are changed on the way or partial. */
export function isOwnSuccess(reply: Pick<Exchange, 'status'>): boolean {
  return isSuccess(reply) && ![203, 206].includes(reply.status);
}

function isScalar(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null);
}

/** The parsed body; undefined if it is not JSON. */
export function jsonOf({ body }: Exchange): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

/** The type of a reply's body, described without the data of the target. */
export function bodyInWords({ body, text }: Exchange): string {
  if (body.kind === 'json') return typeInWords(body.value);
  return text === '' ? 'no body' : 'a body that is no JSON';
}

function clause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
