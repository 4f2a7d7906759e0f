import type { Evidence } from '../../http/evidence.ts';
import { consumerContract, type Requirement } from '../../specification/requirements.ts';
import { type Cause, type DeviatingRequirement, deviatingRequirements, type Sighting } from '../causes.ts';
import { printable } from '../printable.ts';
import type { Report } from '../report.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** So many causes of one requirement are written out, and so many checks that show one. */
const shownCauses = 10;
const shownChecks = 3;

/** What deviates, a paragraph for each requirement. */
export function deviations({ results, coverage }: Tested, paint: Paint, rerun: string): string[] {
  const rows = new Map([consumerContract, ...coverage.requirements].map((row) => [row.id, row]));
  return deviatingRequirements(results).map((one) => {
    const { requirement } = one;
    const statement = rows.get(requirement) ?? { text: requirement, source: 'a check of your own' };
    return deviation(one, statement, paint, rerun);
  });
}

type Tested = Pick<Report, 'results' | 'coverage'>;

function deviation(
  { requirement, causes }: DeviatingRequirement,
  { text, source }: Pick<Requirement, 'text' | 'source'>,
  paint: Paint,
  rerun: string,
): string {
  const entries = causes.map((one) => causeLines(one, paint).join('\n'));
  return [
    `${paint('red', '✗')} ${paint('bold', text)}`,
    paint('dim', `  ${requirement}, said in ${source}`),
    ...shortened(entries, shownCauses),
    paint('dim', `    Again: ${rerun}${selectionOf(causes[0]?.sightings[0])}`),
  ].join('\n');
}

/** The options that narrow a run to what shows a cause. */
function selectionOf(sighting: Sighting | undefined): string {
  if (sighting === undefined) return '';
  const path = sighting.path === undefined ? '' : ` --path ${sighting.path}`;
  return ` --only ${sighting.check}${path}`;
}

function causeLines({ message, sightings }: Cause, paint: Paint): string[] {
  const [first, ...others] = sightings;
  const checks = [...new Set(others.map(({ check }) => check))];
  const names = checks.slice(0, shownChecks).join(', ');
  const rest = checks.length > shownChecks ? ` and ${checks.length - shownChecks} more checks` : '';
  return [
    `    ${printable(message)}.`,
    ...(first?.exchange === undefined ? [] : exchangeLines(first.exchange, paint)),
    ...(first?.witness === undefined ? [] : [witnessLine(first.witness, paint)]),
    ...(sightings.every(({ added }) => added !== undefined) ? [paint('dim', newChecks)] : []),
    ...(others.length === 0 ? [] : [paint('dim', `      ${others.length} more like it, in ${names}${rest}`)]),
  ];
}

const newChecks = '      Only checks show it that are new since the lock or baseline.';

function witnessLine(witness: unknown, paint: Paint): string {
  return paint('dim', `      smallest record that shows it: ${printable(JSON.stringify(witness))}`);
}

function exchangeLines({ request, response }: Evidence, paint: Paint): string[] {
  const { status, bodyBytes, body } = response;
  const line = `${request.method} ${request.path}, credentials: ${request.credentials} → ${status}, ${bodyBytes} bytes`;
  return [line, ...(body === undefined ? [] : [JSON.stringify(body)])].map((text) =>
    paint('dim', `      ${printable(text)}`),
  );
}
