import { type NotJson, predicateOf } from '../http/json.ts';
import { formOfEach } from '../http/redact.ts';
import { is2xx } from '../http/status.ts';
import { isObject, membersWithin, visibleJson } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';
import { memberOf } from '../schema/pointer.ts';
import { knownNames } from '../specification/known-names.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Advice, type Blocker, type Reason, Undecidable } from '../trace/gap.ts';
import type { Finding } from '../validation/finding.ts';
import { typeInWords } from '../validation/words.ts';
import type { Deviating, Judgement } from './check.ts';
import type { Deviation, ProblemKind } from './deviation.ts';

export const held: Judgement = Object.freeze({ kind: 'held' });

/** A judgement that the place at the pointer is right. Reports count such places, to say "in 3 of 12". */
export function heldAt(pointer: string): Judgement {
  return { kind: 'held', pointer };
}

type FurtherParts = Partial<Omit<Deviation, 'reply' | 'requirement' | 'message' | 'pointer'>>;

/**
 * The judgement of a reply that deviates from the requirement at the pointer.
 * @param kindOrParts - the kind distinguishes deviations from one requirement at the same pointer; without a kind, the
 * check's id distinguishes them
 */
export function deviates(
  reply: Exchange,
  requirement: string,
  message: string,
  pointer = '',
  kindOrParts: string | FurtherParts = {},
): Deviating {
  const parts = typeof kindOrParts === 'string' ? { kind: kindOrParts } : kindOrParts;
  return { kind: 'deviates', finding: { pointer, message, requirement, ...parts, reply: reply.number } };
}

export function withParts({ kind, finding }: Deviating, parts: Partial<Deviation>): Deviating {
  return { kind, finding: { ...finding, ...parts } };
}

/**
 * A deviation whose message is the pointer followed by `words`. `alike` replaces `words` where a report
 * groups several fields.
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

export function deviatesAsFound(
  reply: Exchange,
  requirement: string,
  { keyword, pointer, message, ...alike }: Finding,
): Deviating {
  const detail = keyword === 'required' ? { detail: '' } : {};
  return deviates(reply, requirement, message, pointer, { kind: keyword, ...alike, ...detail });
}

/** @param requirement - a row of the register whose standing is `advisory` */
export function advises(
  reply: Exchange,
  requirement: string,
  message: string,
  pointer: string,
  kind: string,
): Judgement {
  return { ...deviates(reply, requirement, message, pointer, kind), kind: 'advises' };
}

/**
 * The deviation of a wrong status. Its kind has only the status class (2xx, 4xx …), since the exact status
 * may vary between runs.
 * @param words - the message, with {status} as a placeholder for the reply's status
 * @param parts - what the status does not show, such as the `context`: what was tried, or when
 * @param accepted - the answer to the same request with valid credentials
 */
export function wrongStatus(
  reply: Exchange,
  requirement: string,
  words: string,
  parts: FurtherParts = {},
  accepted?: Exchange,
): Deviating {
  const isEmpty = isWithoutData(reply, accepted);
  const message = `${withStatus(words, reply)}${isEmpty ? ', without any data' : ''}`;
  return deviates(reply, requirement, message, '', {
    ...statusKind(reply),
    ...parts,
    ...(isEmpty ? { isWithoutData: true } : {}),
  });
}

/** As `wrongStatus`, for words that only name the received status and the expected one. */
export function unexpectedStatus(
  reply: Exchange,
  requirement: string,
  words: string,
  accepted?: Exchange,
): Deviating {
  return wrongStatus(reply, requirement, words, { detail: redirectOf(reply) }, accepted);
}

/**
 * Whether a success contains no record: its body is an empty object, has only a message, or has no member of the
 * accepted answer. For a case, `null` counts too; for an organisation, it may be everybody's answer. A page of the case
 * list may be empty.
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

export function discloses(reply: Exchange, requirement: string, message: string): Deviating {
  return deviates(reply, requirement, message, '', { kind: 'hands over', credentials: reply.credentials });
}

export function withPath(judgement: Judgement, path: string | null): Judgement {
  return judgement.kind === 'deviates' && path !== null ? withParts(judgement, { path }) : judgement;
}

/**
 * Records the behaviour of the target where the documents leave it open.
 * @param requirement - the row of the register that leaves the behaviour open
 */
export function observes(requirement: string, subject: string, value: string): Judgement {
  return { kind: 'observes', observation: { requirement, subject, value } };
}

/**
 * The judgement if nothing was wrong, but the check could not test its statement.
 * @param blockedBy - the answers that prevented the test
 */
export function undecided(reason: Reason, advice: Advice, ...blockedBy: readonly Blocker[]): Judgement {
  return undecidedBy(new Undecidable(reason, advice, ...blockedBy));
}

export function undecidedBy({ reason, message, about, alternative, blockedBy }: Undecidable): Judgement {
  const ofBlockers = blockedBy.length === 0 ? {} : { blockedBy };
  return { kind: 'undecided', reason, message, about, alternative, ...ofBlockers };
}

/** @param accepted - the answer to the same request with valid credentials */
export function hasStatus(
  reply: Exchange,
  status: number,
  requirement: string,
  accepted?: Exchange,
): Judgement {
  const words = `The status is {status} instead of ${status}`;
  return reply.status === status ? held : unexpectedStatus(reply, requirement, words, accepted);
}

export function isSameConcurrently({ status, whenConcurrent }: Exchange, requirement: string): Judgement[] {
  return whenConcurrent === undefined || whenConcurrent.status === status
    ? []
    : [hasStatus(whenConcurrent, status, requirement)];
}

export function withStatus(words: string, reply: Exchange): string {
  const redirect = redirectOf(reply);
  const filled = words.replace('{status}', String(reply.status));
  return redirect === '' ? filled : `${filled} (${redirect.charAt(0).toLowerCase()}${redirect.slice(1)})`;
}

/** The redirect in words. The location may contain secrets and names, so its path is quoted only if it is a usual one. */
function redirectOf({ status, headers: { location } }: Exchange): string {
  if (status < 300 || status > 399 || location === undefined) return '';
  const origin = URL.canParse(location) ? new URL(location).origin : '';
  const [, path = ''] = plainPath.exec(location) ?? [];
  return `A redirect${origin === '' && path === '' ? '' : ` to ${origin}${path}`}, which is not followed`;
}

/** Segments that name no person and no secret. Others are not quoted. */
const plainPath =
  /^(?:https?:\/\/[^/?#]+)?((?:\/(?:v\d|api|cases|clients|data|doc|docs|org|log-?in|sign-?in|auth|oauth2?|sso|authorize|session|error|home|index|maintenance|health))+\/?)(?![^?#])/i;

export function isJson(reply: Exchange): Judgement {
  const { body, text } = reply;
  if (body.kind === 'json' || text === '') return held;
  const part = partInWords(text, body.at);
  const judgement = notJson(reply, body, 'bodies-are-json', `. ${part}`);
  return body.problem === 'other text' ? withParts(judgement, { detail: part }) : judgement;
}

const [maxLengthBefore, maxLengthAfter] = [40, 20];

/** The text around its error, or its beginning, or all of it. Texts are masked. */
function partInWords(text: string, at?: number): string {
  const middle = at ?? text.length - text.trimStart().length + maxLengthBefore;
  const [start, end] = [Math.max(0, middle - maxLengthBefore), middle + maxLengthAfter];
  const shown = visibleJson(formOfEachWord(text.slice(start, end)))
    .slice(1, -1)
    .replaceAll('\\"', '"');
  const [before, after] = [at === undefined || start === 0 ? '' : '…', end < text.length ? '…' : ''];
  const opening = after === '' ? 'The body is' : 'It begins with';
  return `${at === undefined ? opening : 'The text there:'} ${before}${shown}${after}`;
}

function formOfEachWord(text: string): string {
  const harmless = harmlessTexts(knownNames());
  const shown = text.match(harmless) ?? [];
  return text
    .split(harmless)
    .map((part, place) => `${formOfEach(part)}${shown[place] ?? ''}`)
    .join('');
}

/** Matches elements and words of error pages, literals of programs, and the names that the description has. */
const harmlessTexts = memoised(
  (names: ReadonlySet<string>) =>
    new RegExp(`${ofPages.source}|(?<=["'])(?:${[...names].join('|')})(?=["']\\s*:)`, 'gi'),
);

const ofPages =
  /<!doctype html|<\/?(?:html|head|body|title|h[1-6]|p|b|br|div|pre)\b|\b(?:warning|notice|deprecated|error|exception|traceback|not found|gateway|nan|infinity|undefined|none|true|false|null)\b/;

/**
 * A deviation for a body that is not JSON. Reports group markup, other encodings and broken JSON apart, since
 * their causes differ.
 */
function notJson(reply: Exchange, body: NotJson, requirement: string, start = ''): Deviating {
  const isMarkup = reply.text.trimStart().startsWith('<');
  const alike = isMarkup ? 'are markup instead of JSON' : (formsOf[body.problem] ?? 'are not JSON');
  const { 'content-encoding': coding = '' } = reply.headers;
  const named = body.problem === 'undecodable' && /^[a-z]{2,10}$/i.test(coding) ? `, ${coding}` : '';
  const message = `The body ${predicateOf(body)}${named}${start}`;
  return deviatesAsFound(reply, requirement, { keyword: 'json', pointer: '', message, alike });
}

const formsOf: Partial<Record<NotJson['problem'], string>> = {
  undecodable: 'do not match their Content-Encoding',
  'not UTF-8': 'are not UTF-8',
  'cut off': 'are cut off',
};

/** Judges that the body of a refusal is an object with a message, which is a string (interface 4.1 and 7). */
export function hasMessage(reply: Exchange): Judgement {
  const requirement = 'error-message';
  const { body } = reply;
  const words = 'The body is not an object with a message';
  if (body.kind === 'not-json') return notJson(reply, body, requirement);
  if (!isObject(body.value))
    return deviates(reply, requirement, `${words}: it is ${typeInWords(body.value)}`, '', 'type');
  const message = memberOf(body.value, 'message');
  if (typeof message === 'string') return held;
  return message === undefined
    ? deviatesAt(reply, requirement, '/message', 'is missing', 'required')
    : deviatesAt(reply, requirement, '/message', `is ${typeInWords(message)} instead of a string`, 'type');
}

export function neitherAnswer({ call, status }: Exchange): Advice {
  const words = `${call.method} ${call.path} is answered ${status}, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.`;
  return [words, call.path];
}

/** Whether the reply contains the accepted answer, or any case record. */
export function handsOver(reply: Exchange, accepted?: Exchange): boolean {
  // Without the outer brackets: a refusal may have the accepted answer's members among its own.
  const withheld = accepted !== undefined && isSuccess(accepted) ? accepted.text.trim().slice(1, -1) : '';
  return (withheld.length >= minWithheldLength && reply.text.includes(withheld)) || showsCaseRecord(reply);
}

/** In characters. A shorter answer, such as an empty list, may occur in another answer by chance. */
const minWithheldLength = 30;

const showsCaseRecord = memoised(
  (reply: Exchange) => {
    for (const [, value] of membersWithin({ body: jsonOf(reply) }, 5)) if (isRecord(value)) return true;
    return false;
  },
  ({ body }) => body,
);

/** In a record, or a part of one, these members have scalars. In an OpenAPI description, they are objects. */
function isRecord(value: unknown): boolean {
  const has = (name: string): boolean => !['undefined', 'object'].includes(typeof memberOf(value, name));
  return has('caseType') && ['caseId', 'reference', 'price'].some(has);
}

export function isSuccess({ status }: Pick<Exchange, 'status'>): boolean {
  return is2xx(status);
}

/** Whether the service itself sent the whole answer: a proxy changed a 203, and a 206 is partial. */
export function isOwnSuccess(reply: Pick<Exchange, 'status'>): boolean {
  return isSuccess(reply) && ![203, 206].includes(reply.status);
}

export function jsonOf({ body }: Exchange): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

export function bodyInWords({ body, text }: Exchange): string {
  if (body.kind === 'json') return typeInWords(body.value);
  return text === '' ? 'no body' : 'a body that is no JSON';
}
