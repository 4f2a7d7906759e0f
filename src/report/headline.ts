import type { ReportedDeviation } from '../conformance/result.ts';
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
  /** The sentence with … for what varies between deviations of one pattern: a field, or credentials. */
  readonly pattern: string;
  readonly variant: string;
}

/** What a kind of problem means, whichever requirement it breaks; a row of the register may say it more precisely. */
const symptoms: Readonly<Record<string, Symptom>> = {
  '3xx': { gravity: 'failure' },
  '4xx': { gravity: 'failure' },
  '5xx': { gravity: 'failure' },
  'handed-over': { gravity: 'exposure' },
  'changed-though-refused': { broken: 'A change that was refused with {status} was made anyway' },
};

/** The headline of a deviation, from its row of the register, or else from its message. */
export function headlineOf(report: References, finding: ReportedDeviation): Headline {
  const { requirement, kind = '', exchange, causedBy = exchange } = finding;
  const row = statementOf(report, requirement);
  const names = symptomNames(kind);
  const said: readonly (Symptom | undefined)[] = [
    ...names.map((name) => row.symptoms?.[name]),
    ...names.map((name) => symptoms[name]),
    row,
  ];
  const broken = said.find((one) => one?.broken !== undefined)?.broken;
  const gravity = said.find((one) => one?.gravity !== undefined)?.gravity ?? 'failure';
  return {
    gravity,
    ...(broken === undefined ? fromMessage(finding) : filled(broken, report.exchanges[causedBy])),
  };
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
function symptomNames(kind: string): string[] {
  const [, statusClass] = /^status (\dxx)/.exec(withoutContext(kind)) ?? [];
  const symptom = symptomOf(kind);
  return [...(statusClass === undefined ? [] : [statusClass]), symptom, symptom.replace(/-with-.*$/, '')];
}

function withoutContext(kind: string): string {
  return kind.replace(/^[^:]*: /, '');
}

type Words = Omit<Headline, 'gravity'>;

function filled(sentence: string, cause: Evidence | undefined): Words {
  const { status = '' } = cause?.response ?? {};
  const { credentials = '' } = cause?.request ?? {};
  const [before = '', after] = sentence.replace('{status}', String(status)).split('{credentials}');
  if (after === undefined) return { headline: before, pattern: before, variant: '' };
  return {
    ...{ headline: `${before}${credentials}${after}`, pattern: `${before}…${after}` },
    variant: credentials,
  };
}

/** Forms of messages that say what must be, and the same as what happened. */
const forms: readonly (readonly [message: RegExp, happened: string])[] = [
  [/^must be present$/, 'is missing'],
  [/^must not be there\b.*$/s, 'is not allowed'],
  [/^must be one of .*, but (is|differs) (.+)$/s, '$1 $2, not one of the allowed values'],
  [/^must be one of .*$/s, 'is not one of the allowed values'],
  [/^must be (.+), but (is|differs from) (.+)$/s, '$2 $3 instead of $1'],
  [/^must be (.+)$/s, 'is not $1'],
];

function fromMessage({ pointer, message }: ReportedDeviation): Words {
  const subject =
    pointer !== '' && message.startsWith(`${pointer} `) ? pointer : /^The \w+(?= must )/.exec(message)?.[0];
  const said = subject === undefined ? '' : message.slice(subject.length + 1);
  const form = forms.find(([wanted]) => wanted.test(said));
  if (subject === undefined || form === undefined)
    return { headline: message, pattern: message, variant: '' };
  const happened = said.replace(form[0], form[1]);
  const variant = generalPointer(subject);
  return { headline: `${variant} ${happened}`, pattern: `… ${happened}`, variant };
}
