import { valueAt } from '../../schema/pointer.ts';
import {
  type Cause,
  type DeviatingRequirement,
  deviatingRequirements,
  type Found,
  type Sighting,
} from '../causes.ts';
import { exchangeLine } from '../exchange-line.ts';
import { printable } from '../printable.ts';
import type { Report } from '../report.ts';
import type { Statement } from '../statements.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** The maximum number of requirements explained with evidence, and of further ones listed in one line each. */
const explained = 10;
const besides = 20;
/** The maximum numbers of further causes per requirement, and of checks per cause. */
const shownCauses = 2;
const shownChecks = 3;
/** Characters; longer values and witnesses are shortened. */
const longestValue = 80;
const longestWitness = 400;

/** The deviations by broken requirement, each cause once, with its count and first exchange. */
export function deviations(
  { results, exchanges, statements }: Pick<Report, 'results' | 'exchanges' | 'statements'>,
  paint: Paint,
): string[] {
  const all = deviatingRequirements({ results, exchanges });
  const explanations = all.slice(0, explained).map((one) => {
    const statement = statements[one.requirement] ?? { text: one.requirement, source: 'a check of your own' };
    return explanation(one, statement, paint);
  });
  const others = all.slice(explained).flatMap(({ causes }) => causes.map((cause) => otherLine(cause, paint)));
  return [
    ...(explanations.length === 0 ? [] : [explanations.join('\n')]),
    ...(others.length === 0 ? [] : [[paint('bold', 'Also'), ...shortened(others, besides)].join('\n')]),
  ];
}

/** The sightings to repeat in order to see the explained deviations. */
export interface Repetition {
  /** For each explained requirement, its first sighting. */
  readonly sightings: readonly Sighting[];
  /** Whether further requirements are broken. */
  readonly isPart: boolean;
}

/** The sightings to repeat for the deviations that the report explains. */
export function repetitionOf(found: Found): Repetition {
  const all = deviatingRequirements(found);
  const first = all.slice(0, explained).flatMap(({ causes: [cause] }) => cause?.sightings.slice(0, 1) ?? []);
  const sightings = [...new Map(first.map((sighting) => [sighting.check, sighting])).values()];
  return { sightings, isPart: all.length > explained };
}

function explanation(
  { requirement, causes: [first, ...others] }: DeviatingRequirement,
  { text, source }: Statement,
  paint: Paint,
): string {
  const further = others.map((cause) => `    ${sentence(cause)}`);
  return [
    `${paint('red', '✗')} ${paint('bold', text)}`,
    paint('dim', `  ${first?.code ?? requirement}, said in ${source}, tested by ${checksIn(first)}`),
    ...(first === undefined ? [] : [`    ${sentence(first)}`, ...sightingLines(first, paint)]),
    ...shortened(further, shownCauses),
  ].join('\n');
}

function otherLine(cause: Cause, paint: Paint): string {
  return `  ${paint('red', '✗')} ${sentence(cause)} ${paint('dim', cause.code)}`;
}

function sentence({ message, sightings }: Cause): string {
  const times = sightings.length === 1 ? '' : ` ${sightings.length} times.`;
  return `${printable(message)}.${times}`;
}

function checksIn(cause: Cause | undefined): string {
  const checks = [...new Set(cause?.sightings.map(({ check }) => check))];
  const more = checks.length - shownChecks;
  const rest = more > 0 ? ` and ${more} more check${more === 1 ? '' : 's'}` : '';
  return `${checks.slice(0, shownChecks).join(', ')}${rest}`;
}

/** The first exchange that shows a cause, its witness, and a note if all its checks are new. */
function sightingLines({ message, sightings }: Cause, paint: Paint): string[] {
  const [first] = sightings;
  const lines = [
    ...(first.exchange === undefined ? [] : [shownIn(first, message)]),
    ...(first.witness === undefined ? [] : [witnessLine(first.witness)]),
    ...(sightings.every(({ added }) => added !== undefined) ? [newChecks] : []),
  ];
  return lines.map((line) => paint('dim', `      ${printable(line)}`));
}

const newChecks = 'Only checks show it that are new since the lock or baseline.';

function witnessLine(witness: unknown): string {
  const record = JSON.stringify(witness);
  const shown = record.length > longestWitness ? `${record.slice(0, longestWitness)}…` : record;
  return `smallest record that shows it: ${shown}`;
}

/** The exchange, and the value at the pointer unless the message already contains it. */
function shownIn({ exchange, pointer }: Sighting, message: string): string {
  if (exchange === undefined) return '';
  const line = exchangeLine(exchange);
  const value = pointer === '' ? undefined : valueAt(exchange.response.body, pointer);
  if (value === undefined || (typeof value === 'object' && value !== null)) return line;
  const masked = typeof value === 'string' ? /^\((.*)\)$/.exec(value)?.[1] : undefined;
  const shown = masked ?? JSON.stringify(value);
  const isSaid = message.includes(masked ?? String(value));
  return shown.length > longestValue || isSaid ? line : `${line}, ${shown}`;
}
