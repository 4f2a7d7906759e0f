import type { ReportedDeviation } from '../conformance/result.ts';
import { forgeryFamilies, noCredentials } from '../harness/forgeries.ts';
import { generalPointer } from '../schema/pointer.ts';
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

/** What a kind of problem means, whichever requirement it breaks; a row of the register may say it more precisely. */
const symptoms: Readonly<Record<string, Symptom>> = {
  '3xx': { gravity: 'failure' },
  '4xx': { gravity: 'failure' },
  '5xx': { gravity: 'failure' },
  'handed-over': { gravity: 'exposure' },
  'changed-though-refused': { broken: 'A change that was refused with {status} was made anyway' },
  'changed-though-refused-2xx': { broken: 'A forbidden change was answered {status} and made' },
};

/**
 * The headline of a deviation: from its row of the register, or else from its message. The context of a kind, such as
 * `is a condition of SQL: status 2xx with member`, is only in the message.
 */
export function headlineOf(report: References, finding: ReportedDeviation): Headline {
  const { requirement, kind = '', exchange, causedBy = exchange } = finding;
  const row = statementOf(report, requirement);
  const cause = report.exchanges[causedBy];
  const names = symptomNames(kind, cause?.response.status);
  const said: readonly (Symptom | undefined)[] = [
    ...names.map((name) => row.symptoms?.[name]),
    ...names.map((name) => symptoms[name]),
    row,
  ];
  const [, context] = /^([^:]*): /.exec(kind) ?? [];
  const broken = said.find((one) => one?.broken !== undefined)?.broken;
  const gravity = said.find((one) => one?.gravity !== undefined)?.gravity ?? 'failure';
  if (context !== undefined) return { gravity, ...inContext(finding.message, context, withoutContext(kind)) };
  return { gravity, ...(broken === undefined ? fromMessage(finding) : filled(broken, gravity, kind, cause)) };
}

export function statementOf({ statements }: Pick<References, 'statements'>, requirement: string): Statement {
  return statements[requirement] ?? { text: requirement, source: 'a check of your own' };
}

/**
 * The kind of problem without its context and credentials, as codes have it. For example, `again: status 5xx with
 * member` becomes `status`.
 */
export function symptomOf(kind: string): string {
  const word = withoutContext(kind);
  if (word.startsWith('status ')) return 'status';
  if (/^(hands over with|shown by) /.test(word)) return 'handed-over';
  return word
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}

/** The names under which the register may have a symptom, the most precise first. */
function symptomNames(kind: string, status: number | undefined): string[] {
  const [, statusClass] = /^status (\dxx)/.exec(withoutContext(kind)) ?? [];
  const symptom = symptomOf(kind);
  return [
    ...(wayIn(kind) === undefined ? [] : ['another-way']),
    ...(statusClass === undefined ? [] : [String(status), statusClass]),
    ...(status !== undefined && status < 300 ? [`${symptom}-2xx`] : []),
    ...[symptom, symptom.replace(/-with-.*$/, '')],
  ];
}

function withoutContext(kind: string): string {
  return kind.replace(/^[^:]*: /, '');
}

/** The kinds of deviations that get past a guard by another path or method. */
const waysIn: readonly (readonly [kind: RegExp, way: string])[] = [
  [/^(?:status .*, |shown )written with (.+)$/, 'A path with $1'],
  [/^shown by ([A-Z]+)$/, 'The method $1'],
  [/^shown by (.+?)(?: of the path)?$/, 'A path with $1'],
  [/^shown (.+)$/, 'An identifier $1'],
];

function wayIn(kind: string): string | undefined {
  const way = waysIn.find(([form]) => form.test(kind));
  return way && kind.replace(...way);
}

type Words = Omit<Headline, 'gravity'>;

/** The context is a part of the message, such as what was sent; or else a later time, such as after a change. */
function inContext(message: string, context: string, symptom: string): Words {
  const pattern = message.replace(context, '…');
  if (pattern !== message) return { headline: message, pattern, variant: context, mechanism: pattern };
  return { headline: message, pattern, variant: '', mechanism: `later: ${symptom}` };
}

/** The credentials as the object of a sentence. */
function credentialsInWords({ request: { credentials } }: Evidence): string {
  return credentials === noCredentials.title
    ? 'a request without an Authorization header'
    : credentials.replace(`${noCredentials.title}, but `, '');
}

/** Fills the sentence of a symptom. What its last placeholder stands for varies between the deviations of a pattern. */
function filled(sentence: string, gravity: Gravity, kind: string, cause: Evidence | undefined): Words {
  const credentials = cause === undefined ? '' : credentialsInWords(cause);
  const isEmpty = JSON.stringify(cause?.request.body) === '{}';
  const values: Readonly<Record<string, string>> = {
    '{status}': String(cause?.response.status ?? ''),
    '{change}': isEmpty ? 'An empty change ({})' : 'A change',
    '{credentials}': credentials,
    '{way}': wayIn(kind) ?? '',
  };
  const varying = ['{credentials}', '{way}'].find((one) => sentence.includes(one)) ?? '';
  const fill = (text: string): string => text.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name);
  const [headline, pattern] = [fill(sentence), fill(sentence.replace(varying, '…'))];
  const variant = values[varying] ?? '';
  // A wrong refusal is the same mistake for all credentials.
  const isLetIn = gotPast.test(kind) || letIn.includes(cause?.response.status ?? 0);
  const isOfCredentials = varying === '{credentials}' && (isLetIn || !/^status [34]/.test(kind));
  if (isOfCredentials)
    return {
      headline,
      pattern,
      variant,
      mechanism: `${isLetIn ? 'let in' : pattern}: ${kindOf(credentials)}`,
    };
  // Each kind of exposure is a way in of its own, even if it reads the same.
  const own = gravity === 'exposure' ? kind : '';
  return { headline, pattern, variant, mechanism: `${varying === '{way}' ? headline : pattern} ${own}` };
}

/** Kinds and statuses of requests that were processed as if their credentials were valid. */
const gotPast = /^(status 2xx|hands over) /;
const letIn = [409, 422];

/** Credentials that the same mistake lets in. */
function kindOf(credentials: string): string {
  const family = forgeryFamilies.find(({ choices }) =>
    choices.flat().some(({ title }) => title === credentials),
  );
  return family?.title ?? credentials.replace(/(?<= in (the (query|header)|a cookie)) .*$/, '');
}

/** Forms of messages that say what must be, and the same as what happened. */
const forms: readonly (readonly [message: RegExp, happened: string])[] = [
  [/^must be present$/, 'is missing'],
  [/^must not be there\b.*$/s, 'is not allowed'],
  [/^must be one of .*, but (is|differs) (.+)$/s, '$1 $2, not one of the allowed values'],
  [/^must be one of .*$/s, 'is not one of the allowed values'],
  [/^must be (.+), but (is|differs from) (.+)$/s, '$2 $3 instead of $1'],
  [/^must be (.+)$/s, 'is not $1'],
  [/^must match pattern "(.+)"$/s, 'does not match $1'],
];

function fromMessage({ pointer, message }: ReportedDeviation): Words {
  const subject =
    pointer !== '' && message.startsWith(`${pointer} `) ? pointer : /^The \w+(?= must )/.exec(message)?.[0];
  const said = subject === undefined ? '' : message.slice(subject.length + 1);
  const form = forms.find(([wanted]) => wanted.test(said));
  if (subject === undefined || form === undefined)
    return { headline: message, pattern: message, variant: '', mechanism: message };
  const happened = said.replace(form[0], form[1]);
  const variant = generalPointer(subject);
  const headline = `${variant} ${happened}`;
  return { headline, pattern: `… ${happened}`, variant, mechanism: headline };
}
