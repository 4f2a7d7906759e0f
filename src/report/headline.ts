import type { ReportedDeviation } from '../conformance/result.ts';
import { withoutAnyData } from '../harness/assertions.ts';
import { forgeryFamilies, noCredentials } from '../harness/forgeries.ts';
import { is2xx } from '../http/status.ts';
import { generalPointer, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Gravity, Requirement, Symptom } from '../specification/requirements.ts';
import type { Evidence } from '../trace/evidence.ts';

/** A requirement's text and source, and what has happened if it is broken. */
export type Statement = Pick<Requirement, 'source' | 'text' | 'gravity' | 'broken' | 'symptoms'>;

/** The parts of a report that its findings refer to. */
export interface References {
  /** By requirement id. */
  readonly statements: Readonly<Record<string, Statement>>;
  readonly exchanges: readonly Evidence[];
}

/** What a deviation did, in one sentence without its full stop, and how grave that is. */
export interface Headline {
  readonly gravity: Gravity;
  readonly headline: string;
  /** The sentence with … for what varies between deviations of one pattern: a field, credentials, or another way in. */
  readonly pattern: string;
  readonly variant: string;
  /** Deviations of a requirement with the same mechanism are one thing to fix. */
  readonly mechanism: string;
}

/** How grave a kind of problem is for any requirement; a row of the register may say it more precisely. */
const symptoms: Readonly<Record<string, Symptom>> = {
  '3xx': { gravity: 'failure' },
  '4xx': { gravity: 'failure' },
  '5xx': { gravity: 'failure' },
  'handed-over': { gravity: 'exposure' },
};

/**
 * The headline of a deviation: from its row of the register, or else from its message. A context is only in the message.
 * @param operations - those that show it; where they matter, the headline names one or two, and counts more
 * @param credentials - how many kinds of credentials show it; where they matter, the headline names one, or counts them
 */
export function headlineOf(
  report: References,
  finding: ReportedDeviation,
  operations: readonly OperationId[] = [],
  credentials = 1,
): Headline {
  const { requirement, context, exchange, causedBy = exchange } = finding;
  const row = statementOf(report, requirement);
  const cause = report.exchanges[causedBy];
  const isRefusal = finding.message.endsWith(withoutAnyData);
  const names = isRefusal ? ['4xx'] : symptomNames(finding, cause?.response.status);
  const said: readonly (Symptom | undefined)[] = [
    ...names.map((name) => row.symptoms?.[name]),
    ...names.map((name) => symptoms[name]),
    row,
  ];
  const broken = said.find((one) => one?.broken !== undefined)?.broken;
  const gravity = said.find((one) => one?.gravity !== undefined)?.gravity ?? 'failure';
  if (context !== undefined) return { gravity, ...inContext(finding, context) };
  if (broken === undefined && isAsSent(report, finding)) return { gravity, ...takenOver(finding) };
  if (broken === undefined) return { gravity, ...fromMessage(finding) };
  return { gravity, ...filled(broken, finding, cause, operations, credentials) };
}

export function statementOf({ statements }: Pick<References, 'statements'>, requirement: string): Statement {
  return statements[requirement] ?? { text: requirement, source: 'a check of your own' };
}

/** The kind of a problem as codes have it. All classes of a status are one. */
export function symptomOf(kind: string): string {
  if (kind.startsWith('status ')) return 'status';
  if (kind === 'hands over' || kind === 'shown') return 'handed-over';
  return kind
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}

/** The names under which the register may have a symptom, the most precise first. */
function symptomNames({ kind = '', way }: ReportedDeviation, status: number | undefined): string[] {
  const symptom = symptomOf(kind);
  // A forbidden change that was accepted and made is worded as the acceptance.
  if (symptom === 'changed-though-refused' && status !== undefined && is2xx(status)) return ['2xx'];
  return [
    ...(way === undefined ? [] : ['another-way']),
    ...(symptom === 'status' ? [String(status), kind.replace('status ', '')] : []),
    ...[symptom, symptom.replace(/-with-.*$/, '')],
  ];
}

type Words = Omit<Headline, 'gravity'>;

/** The context is a part of the message, such as what was sent; or else a later time, such as after a change. */
function inContext({ message, kind = '' }: ReportedDeviation, context: string): Words {
  const pattern = message.replace(context, '…');
  if (pattern !== message) return { headline: message, pattern, variant: context, mechanism: pattern };
  return { headline: message, pattern, variant: '', mechanism: `later: ${kind}` };
}

/** The credentials as the object of a sentence. */
function credentialsInWords({ request: { credentials } }: Evidence): string {
  return credentials === noCredentials.title
    ? withoutHeader
    : credentials.replace(`${noCredentials.title}, but `, '');
}

/** Continues the words "can" and "to". */
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

/** Of fewer kinds of credentials, the headline names the first. */
const fewestKinds = 3;
export const kindsOfCredentials = 'kinds of invalid credentials';

/** Fills the sentence of a symptom. What its last placeholder stands for varies between the deviations of a pattern. */
function filled(
  sentence: string,
  { kind = '', way = '', message, pointer }: ReportedDeviation,
  cause: Evidence | undefined,
  operations: readonly OperationId[],
  kinds: number,
): Words {
  const credentials = cause === undefined ? '' : credentialsInWords(cause);
  const status = cause?.response.status ?? 0;
  const values: Readonly<Record<string, string>> = {
    '{status}': String(status),
    '{what}':
      /^(?!The status )(.*?) (?:makes the service fail|is answered)\b/.exec(message)?.[1] ??
      whatWasSent(cause),
    '{credentials}': kinds < fewestKinds ? credentials : `${kinds} ${kindsOfCredentials}`,
    '{way}': way,
    '{field}': generalPointer(pointer),
    '{where}': operations.length > 2 ? `${operations.length} operations` : operations.join(', '),
    '{act}': isEmptyChange(cause) && operations.length < 2 ? 'make an empty change' : actsInWords(operations),
  };
  const fill = (text: string): string => text.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name);
  const headline = fill(sentence);
  const varying = ['{credentials}', '{way}', '{field}'].find((one) => sentence.includes(one)) ?? '';
  const alike = is2xx(status) ? /\{(act|where|status)\}/g : /\{(act|where)\}/g;
  const pattern = fill(sentence.replaceAll(alike, '').replace(varying, '…'));
  const variant = varying === '{credentials}' ? credentials : (values[varying] ?? `as ${credentials}`);
  // A wrong refusal is the same mistake for all credentials.
  const isLetIn = gotPast.includes(kind) || letIn.includes(status) || is2xx(status);
  const isOfCredentials = varying === '{credentials}' && (isLetIn || !/^status [34]/.test(kind));
  if (isOfCredentials && isLetIn) {
    // Not looking at the token is one mistake; taking it from another place is another.
    const place = cause?.request.credentials.startsWith(`${noCredentials.title}, `)
      ? 'elsewhere'
      : 'in place';
    return { headline, pattern: `${pattern} ${place}`, variant, mechanism: letInWith(credentials) };
  }
  if (isOfCredentials) return { headline, pattern, variant, mechanism: `${pattern}: ${kindOf(credentials)}` };
  return { headline, pattern, variant, mechanism: varying === '{way}' ? headline : pattern };
}

function whatWasSent(cause: Evidence | undefined): string {
  if (cause?.request.method === 'POST') return 'Creating an organisation';
  return isEmptyChange(cause) ? 'An empty change ({})' : 'A change';
}

export function isEmptyChange(one: Evidence | undefined): boolean {
  return one?.request.method === 'PATCH' && JSON.stringify(one.request.body) === '{}';
}

/** Kinds and statuses of requests that were processed as if their credentials were valid. */
const gotPast: readonly string[] = ['status 2xx', 'hands over'];
const letIn = [409, 422];

const withoutHeader = 'a request without an Authorization header';

const letInWith = (credentials: string): string => `let in: ${kindOf(credentials)}`;

/** The mechanism of an operation that is open to everyone. */
export const letInWithout = letInWith(withoutHeader);

/** Credentials that the same mistake lets in. */
function kindOf(credentials: string): string {
  const family = forgeryFamilies.find((one) => one.forgeries.some(({ title }) => title === credentials));
  return family?.title ?? credentials.replace(/(?<= in (the (query|header)|a cookie)) .*$/, '');
}

/** The part of a message that is about one value, and the words for many values of its kind. */
const ofOneValue: readonly (readonly [form: RegExp, common: string])[] = [
  [/^is '.*' instead of '.*' \((.*)\)$/s, 'is an allowed value with $1'],
  [/^is (true|false), not one of /, 'is a boolean, not one of '],
  [/^is [^,]+, not one of /, 'is not one of '],
  [/^is not allowed: only .*$/s, 'is not allowed'],
];

/** Characters; a longer list of allowed values is not a part of a headline. */
const longestList = 60;

function fromMessage({ pointer, message }: ReportedDeviation): Words {
  const isOfPlace = pointer !== '' && message.startsWith(`${pointer} `);
  if (!isOfPlace) return { headline: message, pattern: message, variant: '', mechanism: message };
  const said = message.slice(pointer.length + 1);
  const [form, common] = ofOneValue.find(([one]) => one.test(said)) ?? ['', ''];
  const variant = generalPointer(pointer);
  const pattern = `… ${said.replace(form, common)}`;
  return { headline: `${variant} ${shortened(said)}`, pattern, variant, mechanism: pattern };
}

/** The keywords of JSON Schema that a single value may break. */
const ofValues: readonly string[] = ['type', 'enum', 'format', 'pattern'];

/** Whether a wrong value is shown that was sent. The masked value of a long text shows the length alone. */
function isAsSent({ exchanges }: References, finding: ReportedDeviation): boolean {
  const { pointer, kind = '', exchange, causedBy = exchange } = finding;
  const [sent, shown] = [exchanges[causedBy]?.request.body, exchanges[exchange]?.response.body].map((body) =>
    body === undefined ? undefined : valueAt(body, pointer),
  );
  const isLong = typeof sent === 'string' && sent.startsWith('(a string ');
  return (
    ofValues.includes(kind) && sent !== undefined && !isLong && JSON.stringify(sent) === JSON.stringify(shown)
  );
}

function takenOver(finding: ReportedDeviation): Words {
  const { headline, variant } = fromMessage(finding);
  const pattern = 'Wrong values are accepted and shown: …';
  return { headline: pattern.replace('…', () => headline), pattern, variant, mechanism: pattern };
}

function shortened(happened: string): string {
  return happened
    .replace(/not one of (.+)$/s, (words, list: string) =>
      list.length > longestList ? 'not one of the allowed values' : words,
    )
    .replace(/ not allowed: only (.+) are$/s, (words, list: string) =>
      list.length > longestList ? ' not allowed' : words,
    );
}

/** The verbs of messages, as the headline of several fields has them. */
const plurals: readonly (readonly [one: RegExp, many: string])[] = [
  [/^ was sent, but is /, ' were sent, but are '],
  [/^ was /, ' were '],
  [/^ (loses|shows|differs|does)\b/, ': $1'],
  [/^ is (missing|not allowed)$/, ' are $1'],
  [/^ (is )?/, ': '],
];

/** The headline of several fields with one pattern. */
export function headlineOfFields(pattern: string, fields: number): string {
  const [before = '', after = ''] = pattern.split('…');
  const many = `${fields} fields`;
  if (before !== '') return `${before}${many}${after}`;
  const [one = '', words = ''] = plurals.find(([verb]) => verb.test(after)) ?? [];
  return `${many}${shortened(after.replace(one, words))}`;
}
