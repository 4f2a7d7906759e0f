import type { ReportedDeviation } from '../conformance/result.ts';
import { forgeryFamilies, noCredentials } from '../harness/forgeries.ts';
import { is2xx } from '../http/status.ts';
import { isObject } from '../schema/json.ts';
import { generalPointer, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Gravity, Requirement, Symptom } from '../specification/requirements.ts';
import type { Evidence } from '../trace/evidence.ts';
import { inList } from './words.ts';

/** A requirement, with a sentence (`broken`) for what has happened if a target violates it. */
export type Statement = Pick<Requirement, 'source' | 'text' | 'gravity' | 'broken' | 'symptoms'>;

/** Parts of a report that findings refer to by id or index. */
export interface References {
  readonly statements: Readonly<Record<string, Statement>>;
  readonly exchanges: readonly Evidence[];
}

/** A sentence without a full stop on what the target did wrong, and how grave that is. */
export interface Headline {
  readonly gravity: Gravity;
  readonly headline: string;
  /**
   * The headline with `…` for the part that varies between similar deviations: the field, the credentials, or the way
   * in which the request was sent.
   */
  readonly pattern: string;
  readonly variant: string;
  readonly varies: 'field' | 'credentials' | 'way' | 'nothing';
  /** Set if the headline is the message of the finding, or, of several fields, what their messages have in common. */
  readonly isMessage?: true;
  /** A key for the likely cause. Deviations with the same key are one thing to fix. */
  readonly mechanism: string;
  /**
   * Where an accepted request with invalid credentials had its token. Each place is a different mistake: no token is
   * needed, a token outside the header is accepted, or the token is checked wrongly.
   */
  readonly tokenPlace?: 'nowhere' | 'elsewhere' | 'in the header';
}

/** The pattern of every headline on an answer 401 to the member's token. */
export const tokenRefused = 'A valid token is answered 401';

/** The gravity and sentence for a kind of problem. Used if the requirement defines none for that kind. */
const symptoms: Readonly<Record<string, Symptom>> = {
  '3xx': { gravity: 'failure' },
  '4xx': { gravity: 'failure' },
  '5xx': { gravity: 'failure' },
  'handed-over': { gravity: 'exposure' },
};

/** Whether the member's token is answered 401. All such answers have one cause, whatever was requested. */
function isTokenRefused({ kind = '' }: ReportedDeviation, cause: Evidence | undefined): boolean {
  return kind === 'status 4xx' && cause?.response.status === 401 && cause.request.credentials === 'member';
}

/** Properties that all findings of a problem share and that the headline needs. */
interface Common {
  /** The operations that show the problem. A headline names one or two; of more, it gives the number. */
  readonly operations: readonly OperationId[];
  /** Words for all credentials that show the problem. Absent if the headline names the credentials of its finding. */
  readonly credentials?: string | undefined;
  /** Whether all findings have the same `subject`. */
  readonly isOfOneSubject: boolean;
}

/**
 * The headline of a deviation: the sentence of its requirement, or else the finding's message. A finding with a
 * context, such as the value sent, always gets its message, which contains the context.
 */
export function headlineOf(report: References, finding: ReportedDeviation, known?: Common): Headline {
  const { context } = finding;
  const cause = causeOf(report, finding);
  const common = known ?? { operations: cause === undefined ? [] : [cause.operation], isOfOneSubject: true };
  const said = symptomsOf(report, finding);
  const broken = said.find((one) => one?.broken !== undefined)?.broken;
  if (isTokenRefused(finding, cause)) {
    const words = filled(`${tokenRefused} ({where})`, finding, cause, common);
    return { gravity: 'failure', ...words, mechanism: tokenRefused };
  }
  const gravity = said.find((one) => one?.gravity !== undefined)?.gravity ?? 'failure';
  if (context !== undefined) return { gravity, ...inContext(finding, context, common) };
  if (broken === undefined && isAsSent(report, finding)) return { gravity, ...takenOver(finding) };
  if (broken === undefined) return { gravity, ...fromMessage(finding) };
  return { gravity, ...filled(broken, finding, cause, common) };
}

/** A wrong status is the fault of the answered request. Other deviations are the fault of the request in `causedBy`. */
function causeOf(
  { exchanges }: References,
  { kind = '', exchange, causedBy = exchange }: ReportedDeviation,
): Evidence | undefined {
  return exchanges[kind.startsWith('status ') ? exchange : causedBy];
}

/** What the register says of a finding, the most specific first: its symptoms, and at last its row. */
function symptomsOf(report: References, finding: ReportedDeviation): (Symptom | undefined)[] {
  const row = statementOf(report, finding.requirement);
  const names = finding.isWithoutData
    ? ['4xx']
    : symptomNames(finding, causeOf(report, finding)?.response.status);
  return [...names.map((name) => row.symptoms?.[name]), ...names.map((name) => symptoms[name]), row];
}

/** The broken statement, or the part of it that is broken. */
export function textOf(report: References, finding: ReportedDeviation): string {
  return symptomsOf(report, finding).find((one) => one?.text !== undefined)?.text ?? finding.requirement;
}

/** Whether each operation may break the statement for a reason of its own, such as a missing permission check. */
export function isOfEachOperation(report: References, { requirement }: ReportedDeviation): boolean {
  return isOfOperation(statementOf(report, requirement).broken ?? '');
}

export function statementOf({ statements }: Pick<References, 'statements'>, requirement: string): Statement {
  return statements[requirement] ?? { text: requirement, source: 'a check of your own' };
}

/** The kind of a problem as it is written in codes, such as `handed-over`. All wrong statuses are `status`. */
export function symptomOf(kind: string): string {
  if (kind.startsWith('status ')) return 'status';
  if (kind === 'hands over' || kind === 'shown') return 'handed-over';
  return kind
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}

/** Keys to look up the sentence and gravity of a finding, the most specific first, such as `404` before `4xx`. */
function symptomNames({ kind = '', way, alike }: ReportedDeviation, status: number | undefined): string[] {
  const symptom = symptomOf(kind);
  // If a forbidden change was accepted and made, the headline says that it was accepted.
  if (symptom === 'changed-though-refused' && status !== undefined && is2xx(status)) return ['2xx'];
  const isOpened = way !== undefined && !/^status [345]/.test(kind);
  return [
    ...(isOpened ? ['another-way'] : []),
    ...(symptom === 'status' ? [String(status), kind.replace('status ', '')] : []),
    ...(alike === undefined ? [] : [symptomOf(`${symptom} ${alike}`)]),
    ...[symptom, symptom.replace(/-with-.*$/, '')],
  ];
}

type Words = Omit<Headline, 'gravity'>;

/** The headline of a finding with a context: the value sent, or a later time such as "after a change". */
function inContext(
  { message, kind = '', subject }: ReportedDeviation,
  context: string,
  { isOfOneSubject }: Common,
): Words {
  const pattern = message.replace(context, '…');
  const isShared = isOfOneSubject || subject?.any === undefined;
  const { one = '', any = one, brief = one } = subject ?? {};
  const headline = message.replace(one, () => (isShared ? brief : any));
  const words = { headline, pattern, varies: 'nothing', isMessage: true } as const;
  if (pattern !== message) return { ...words, variant: context, mechanism: pattern };
  return { ...words, variant: '', mechanism: `later: ${kind}` };
}

/** The credentials as the object of a sentence: `a request without an Authorization header`. */
function credentialsInWords({ request: { credentials } }: Evidence): string {
  return credentials === noCredentials.title
    ? withoutHeader
    : credentials.replace(`${noCredentials.title}, but `, '');
}

/** Follows "can" and "to" in a sentence. */
const acts: Readonly<Record<OperationId, string>> = {
  getCaseData: 'read a case',
  updateClient: 'change a client',
  createOrganisation: 'create an organisation',
  getOrganisation: 'read the organisation',
  listCases: 'list the cases',
  getInterfaceDescription: 'read the description',
};

function actsInWords(operations: readonly OperationId[]): string {
  if (operations.length === 0) return 'use an operation';
  const named = operations.map((operation) => acts[operation]);
  return named.length > 2 ? `use ${named.length} operations` : named.join(' and ');
}

/**
 * Fills the placeholders of a sentence such as `{credentials} can {act}`. Similar deviations differ in the first of
 * `{credentials}`, `{way}` and `{field}` that the sentence contains.
 */
function filled(
  sentence: string,
  { kind = '', way = '', subject, pointer, alike: form = 'are not JSON', isWithoutData }: ReportedDeviation,
  cause: Evidence | undefined,
  { operations, credentials: ofAll, isOfOneSubject }: Common,
): Words {
  const credentials = cause === undefined ? '' : credentialsInWords(cause);
  const status = cause?.response.status ?? 0;
  const values: Readonly<Record<string, string>> = {
    '{status}': `${status}${isWithoutData === true ? ' without data' : ''}`,
    '{what}': (isOfOneSubject ? subject?.one : (subject?.any ?? subject?.one)) ?? whatWasSent(cause),
    '{credentials}': ofAll ?? credentials,
    '{way}': way,
    '{field}': generalPointer(pointer),
    '{form}': form,
    '{where}': operations.length > 2 ? `${operations.length} operations` : operations.join(', '),
    '{act}': isEmptyChange(cause) && operations.length < 2 ? 'make an empty change' : actsInWords(operations),
  };
  const fill = (text: string): string => text.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name);
  const headline = fill(sentence);
  const varies: Headline['varies'] =
    (['credentials', 'way', 'field'] as const).find((one) => sentence.includes(`{${one}}`)) ?? 'nothing';
  const varying = `{${varies}}`;
  const alike = is2xx(status) ? / ?\(?\{(act|where|status)\}\)?/g : / ?\(?\{(act|where)\}\)?/g;
  const pattern = fill(sentence.replaceAll(alike, '').replace(varying, '…'));
  const variant = varies === 'credentials' ? credentials : (values[varying] ?? `as ${credentials}`);
  const isMessage = sentence.startsWith('{field} ');
  const words = { headline, pattern, variant, varies, ...(isMessage && { isMessage }) };
  // A refusal with the wrong status has the same cause for all credentials.
  const isLetIn = gotPast.includes(kind) || letIn.includes(status) || is2xx(status);
  const isOfCredentials = varies === 'credentials' && (isLetIn || !/^status [34]/.test(kind));
  if (isOfCredentials && isLetIn) {
    const isElsewhere = cause?.request.credentials.startsWith(`${noCredentials.title}, `);
    const tokenPlace = isElsewhere
      ? 'elsewhere'
      : credentials === withoutHeader
        ? 'nowhere'
        : 'in the header';
    return { ...words, mechanism: kindOf(credentials), tokenPlace };
  }
  if (isOfCredentials) return { ...words, mechanism: `${pattern}: ${kindOf(credentials)}` };
  if (isOfOperation(sentence)) return { ...words, mechanism: `${pattern} ${operations.join()}` };
  return { ...words, mechanism: varies === 'way' ? headline : pattern };
}

/**
 * Whether the sentence contains the action of a caller, such as "read a case". Each operation checks its own
 * permission, so such a sentence has a separate cause for each operation.
 */
function isOfOperation(sentence: string): boolean {
  return sentence.includes('{act}');
}

function whatWasSent(cause: Evidence | undefined): string {
  if (cause?.request.method === 'POST') return 'Creating an organisation';
  return isEmptyChange(cause) ? 'An empty change ({})' : 'A change';
}

export function isEmptyChange(one: Evidence | undefined): boolean {
  if (one?.request.method !== 'PATCH' || !isObject(one.request.body)) return false;
  return Object.keys(one.request.body).length === 0;
}

/**
 * Kinds of problems, and statuses, that show that the target processed a request in spite of its invalid credentials.
 */
const gotPast: readonly string[] = ['status 2xx', 'hands over'];
const letIn = [409, 422];

const withoutHeader = 'a request without an Authorization header';

const minKindsToCount = 3;

/** Words for several credentials: the name of their common family, or their number. Undefined for fewer than three. */
export function kindsInWords(all: readonly string[]): string | undefined {
  if (all.length < minKindsToCount) return undefined;
  const [name, ...others] = new Set(all.map(kindOf));
  const isName = forgeryFamilies.some(
    ({ title, forgeries }) => title === name && forgeries.every((one) => one.title !== name),
  );
  return isName && others.length === 0 ? name : `${all.length} kinds of invalid credentials`;
}

/** The family of some forged credentials: the credentials that the same mistake would accept. */
function kindOf(credentials: string): string {
  const family = forgeryFamilies.find((one) => one.forgeries.some(({ title }) => title === credentials));
  return family?.title ?? credentials.replace(/(?<= in (the (query|header)|a cookie)) .*$/, '');
}

const maxListLength = 60;

function fromMessage({ pointer, message, allowed, alike }: ReportedDeviation): Words {
  const isOfPlace = pointer !== '' && message.startsWith(`${pointer} `);
  if (!isOfPlace)
    return {
      ...{ headline: message, pattern: message, variant: '', varies: 'nothing' },
      ...{ mechanism: message, isMessage: true },
    };
  const [said, pattern] = [message.slice(pointer.length + 1), `… ${alike ?? ''}`].map((words) =>
    withoutLongList(words, allowed),
  ) as [string, string];
  const variant = generalPointer(pointer);
  const mechanism = `… ${alike ?? said}`;
  return {
    ...{ headline: `${placeInWords(variant)} ${said}`, pattern: alike === undefined ? mechanism : pattern },
    ...{ variant, varies: 'field', mechanism, isMessage: true },
  };
}

/** `/list/*` as the subject of a sentence: `An element of /list`. */
function placeInWords(place: string): string {
  return place.endsWith('/*') ? `An element of ${place.slice(0, -2)}` : place;
}

function withoutLongList(words: string, list = ''): string {
  return list.length > maxListLength ? words.replace(list, () => 'the allowed values') : words;
}

/** JSON Schema keywords that a text or number may violate. */
/** Kinds of problems with the value of a field. */
export const kindsOfValues: readonly string[] = ['type', 'enum', 'format', 'pattern'];

/**
 * Whether the wrong value in the answer is the value that was sent. False for a long text, whose mask shows only the
 * length.
 */
export function isAsSent({ exchanges }: Pick<References, 'exchanges'>, finding: ReportedDeviation): boolean {
  const { pointer, kind = '', exchange, causedBy = exchange } = finding;
  const [sent, shown] = [exchanges[causedBy]?.request.body, exchanges[exchange]?.response.body].map((body) =>
    valueAt(body, pointer),
  );
  const isLong = typeof sent === 'string' && sent.startsWith('(a string ');
  return (
    kindsOfValues.includes(kind) &&
    sent !== undefined &&
    !isLong &&
    JSON.stringify(sent) === JSON.stringify(shown)
  );
}

function takenOver(finding: ReportedDeviation): Words {
  const { headline, ...words } = fromMessage(finding);
  const pattern = 'Wrong values are accepted and shown: …';
  return {
    ...words,
    ...{ headline: pattern.replace('…', () => headline), pattern },
    mechanism: `${pattern} ${finding.requirement}`,
  };
}

/** A headline does not name more fields than this; it gives their number. */
export const maxNamedFields = 3;

/**
 * The headline for several fields with one pattern. The verb after the field is singular, so the subject becomes "Each
 * of 5 fields".
 */
export function headlineOfFields(pattern: string, fields: readonly string[]): string {
  const named = fields.length > maxNamedFields ? `${fields.length} fields` : inList(fields);
  return pattern.replace('…', () => (pattern.startsWith('…') ? `Each of ${named}` : named));
}
