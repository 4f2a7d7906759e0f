import { valueAt } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { Cause } from '../causes.ts';
import { printable } from '../printable.ts';
import type { Report } from '../report.ts';
import { type BrokenStatement, evidenceOf, isOfNewChecks, type Summary } from '../summary.ts';
import { exchangeLine } from '../words.ts';
import { type Paint, paragraph, shortened } from './section.ts';

/** The maximum number of statements explained with evidence, and of further causes listed in one line each. */
const explained = 10;
const besides = 20;
/** The maximum numbers of further causes per statement, and of checks per cause. */
const shownCauses = 2;
const shownChecks = 3;
/** Characters; longer values and witnesses are shortened. */
const longestValue = 80;
const longestWitness = 400;

/** The deviations by broken statement, each cause once, with its count and first exchange. */
export function deviations({ broken, report }: Summary, paint: Paint): string[] {
  const explanations = broken.slice(0, explained).map((one) => explanation(one, report, paint));
  const others = broken
    .slice(explained)
    .flatMap(({ causes }) => causes)
    .map((cause) => `  ${paint('red', '✗')} ${sentence(cause)} ${paint('dim', cause.code)}`);
  return [
    ...(explanations.length === 0 ? [] : [explanations.join('\n')]),
    ...paragraph('Also', shortened(others, besides), paint),
  ];
}

/** What to repeat in order to see the explained deviations. */
export interface Repetition {
  /** The checks that first show them. */
  readonly checks: readonly string[];
  /** The path to the random value that shows the only one. */
  readonly path: string | undefined;
  /** Whether further statements are broken. */
  readonly isPart: boolean;
}

export function repetitionOf({ broken }: Summary): Repetition {
  const first = broken.slice(0, explained).map(({ causes: [cause] }) => cause.findings[0]);
  const byCheck = new Map(first.map((finding) => [finding.check.id, finding]));
  const [only, ...others] = byCheck.values();
  return {
    checks: [...byCheck.keys()],
    path: others.length > 0 ? undefined : only?.path,
    isPart: broken.length > explained,
  };
}

function explanation(
  { text, source, causes: [first, ...others] }: BrokenStatement,
  report: Report,
  paint: Paint,
): string {
  const lines = evidenceLines(first, report).map((line) => paint('dim', `      ${printable(line)}`));
  const further = others.map((cause) => `    ${sentence(cause)}`);
  return [
    `${paint('red', '✗')} ${paint('bold', text)}`,
    paint('dim', `  ${first.code}, said in ${source}, tested by ${checksIn(first)}`),
    `    ${sentence(first)}`,
    ...lines,
    ...shortened(further, shownCauses),
  ].join('\n');
}

function sentence({ message, sightings }: Cause): string {
  const times = sightings === 1 ? '' : ` ${sightings} times.`;
  return `${printable(message)}.${times}`;
}

function checksIn({ checks }: Cause): string {
  const more = checks.length - shownChecks;
  const rest = more > 0 ? ` and ${more} more check${more === 1 ? '' : 's'}` : '';
  return `${checks.slice(0, shownChecks).join(', ')}${rest}`;
}

/** The first exchange that shows a cause, its witness, and a note if all its checks are new. */
function evidenceLines(cause: Cause, report: Report): string[] {
  const evidence = evidenceOf(report, cause);
  const { witness } = cause.findings[0];
  return [
    ...(evidence === undefined ? [] : [shownIn(evidence, cause)]),
    ...(witness === undefined ? [] : [witnessLine(witness)]),
    ...(isOfNewChecks(cause) ? ['Only checks show it that are new since the lock or baseline.'] : []),
  ];
}

function witnessLine(witness: unknown): string {
  const record = JSON.stringify(witness);
  const shown = record.length > longestWitness ? `${record.slice(0, longestWitness)}…` : record;
  return `smallest record that shows it: ${shown}`;
}

/** The exchange, and the value at the pointer unless the message already contains it. */
function shownIn(evidence: Evidence, { message, findings: [{ pointer }] }: Cause): string {
  const line = exchangeLine(evidence);
  const value = pointer === '' ? undefined : valueAt(evidence.response.body, pointer);
  if (value === undefined || (typeof value === 'object' && value !== null)) return line;
  const masked = typeof value === 'string' ? /^\((.*)\)$/.exec(value)?.[1] : undefined;
  const shown = masked ?? JSON.stringify(value);
  const isSaid = message.includes(masked ?? String(value));
  return shown.length > longestValue || isSaid ? line : `${line}, ${shown}`;
}
