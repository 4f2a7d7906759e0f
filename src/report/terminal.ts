import { type Cause, type DeviatingRequirement, deviatingRequirements } from '../conformance/causes.ts';
import type { CheckResult } from '../conformance/result.ts';
import type { Conclusion } from '../conformance/verdict.ts';
import type { Evidence } from '../http/evidence.ts';
import { requirementNamed } from '../specification/requirements.ts';
import { printable } from './printable.ts';
import type { Report } from './report.ts';

/** How a part of the text is set off, where the terminal can. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (emphasis: Emphasis, text: string) => string;

/** So many causes of one requirement are written out, and so many checks that show one; all are in report.json. */
const shownCauses = 10;
const shownChecks = 3;

/**
 * The report as a person reads it: what deviates, what is not decided, and what that comes to.
 * @param rerun - the command that runs the same again, to which `--only` is added
 */
export function terminalReport(report: Report, paint: Paint, rerun: string): string {
  const deviating = deviatingRequirements(report.results);
  const paragraphs = [
    ...deviating.map((one) => deviation(one, paint, rerun)),
    ...undecided(report.results, paint),
    ...report.suiteFaults.map(({ check, message }) => suiteFault(check, message, paint)),
    conclusion(report, paint),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function deviation({ requirement, causes }: DeviatingRequirement, paint: Paint, rerun: string): string {
  const { source, text } = requirementNamed(requirement);
  const more = causes.length - shownCauses;
  return [
    `${paint('red', '✗')} ${paint('bold', text)}`,
    paint('dim', `  ${requirement}, said in ${source}`),
    ...causes.slice(0, shownCauses).flatMap((one) => causeLines(one, paint)),
    ...(more > 0 ? [`    ${more} more in report.json.`] : []),
    paint('dim', `    Again: ${rerun} --only ${causes[0]?.sightings[0]?.check}`),
  ].join('\n');
}

function causeLines({ message, sightings }: Cause, paint: Paint): string[] {
  const [first, ...others] = sightings;
  const checks = [...new Set(others.map(({ check }) => check))];
  const names = checks.slice(0, shownChecks).join(', ');
  const rest = checks.length > shownChecks ? ` and ${checks.length - shownChecks} more checks` : '';
  return [
    `    ${printable(message)}.`,
    ...(first?.exchange === undefined ? [] : exchangeLines(first.exchange, paint)),
    ...(others.length === 0 ? [] : [paint('dim', `      ${others.length} more like it, in ${names}${rest}`)]),
  ];
}

function exchangeLines({ request, response }: Evidence, paint: Paint): string[] {
  const { status, bodyBytes, body } = response;
  const line = `${request.method} ${request.path}, credentials: ${request.credentials} → ${status}, ${bodyBytes} bytes`;
  return [line, ...(body === undefined ? [] : [JSON.stringify(body)])].map((text) =>
    paint('dim', `      ${printable(text)}`),
  );
}

/** What was not decided, one line for each thing that would decide it. Refusals come first: they guard the data. */
function undecided(results: readonly CheckResult[], paint: Paint): string[] {
  const waiting = results.flatMap((result) => result.remedies.map((remedy) => ({ result, ...remedy })));
  const byRemedy = [...Map.groupBy(waiting, ({ remedy }) => remedy)].map(([remedy, held]) => ({
    remedy,
    reason: held[0]?.reason,
    checks: held.map(({ result }) => result),
  }));
  if (byRemedy.length === 0) return [];
  const guarding = byRemedy.filter(({ checks }) => checks.some(guardsData));
  const others = byRemedy.filter(({ checks }) => !checks.some(guardsData));
  const lines = [
    ...guarding.map((one) => ({ ...one, note: paint('yellow', ' Refusals of access are among them.') })),
    ...others.map((one) => ({ ...one, note: '' })),
  ].map(({ remedy, reason, checks, note }) => {
    const names =
      checks.length > shownChecks ? `${checks.length} checks` : checks.map(({ id }) => id).join(', ');
    return `  ${paint('yellow', '?')} ${printable(remedy)}${note}\n${paint('dim', `      ${reason}: ${names}`)}`;
  });
  return [[paint('bold', 'Not decided'), ...lines].join('\n')];
}

const guardingRows: readonly string[] = [
  'credentials-401',
  'permissions-403',
  'outsider-403',
  'organisation-is-callers',
];

function guardsData({ requirements }: CheckResult): boolean {
  return requirements.some((row) => guardingRows.includes(row));
}

function suiteFault(check: string, message: string, paint: Paint): string {
  return `${paint('red', `The suite itself broke in ${check}: ${message}.`)}\n  This says nothing of the target. Run again with --debug, and report it.`;
}

const conclusions: Readonly<Record<Conclusion, { words: string; emphasis: Emphasis }>> = {
  conformant: { words: 'Conformant, as far as it was decided.', emphasis: 'green' },
  deviates: { words: 'Not conformant.', emphasis: 'red' },
  'not-tested': { words: 'Not tested: nothing can be concluded.', emphasis: 'yellow' },
  'suite-broke': { words: 'The suite broke: nothing can be concluded.', emphasis: 'red' },
};

function conclusion(report: Report, paint: Paint): string {
  const { summary, coverage, observations, requests, durationMs, conclusion } = report;
  const { words, emphasis } = conclusions[conclusion];
  const held = coverage.requirements.filter(({ state }) => state === 'partly').length;
  const partly = held === 0 ? '' : `, ${held} more in part`;
  return [
    `${paint('bold', `${count(report.deviations, 'deviation')}, ${coverage.decided} of ${coverage.decidable} decidable requirements decided${partly}.`)}`,
    `${count(summary.pass + summary.fail + summary.inconclusive, 'check')}: ${summary.pass} pass, ${summary.fail} fail, ${summary.inconclusive} inconclusive. ${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${report.seed}.`,
    `${count(observations.length, 'observation')} where the documents leave the target free, in report.json.`,
    paint(emphasis, words),
  ].join('\n');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
