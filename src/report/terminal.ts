import type { CheckResult } from '../conformance/result.ts';
import type { Conclusion } from '../conformance/verdict.ts';
import type { Evidence } from '../http/evidence.ts';
import { requirementNamed } from '../specification/requirements.ts';
import type { Report } from './report.ts';

/** How a part of the text is set off, where the terminal can. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (emphasis: Emphasis, text: string) => string;

/** So many findings of one check are written out; all are in report.json. */
const shownFindings = 5;

/**
 * The report as a person reads it: what deviates, what is not decided, and what that comes to.
 * @param rerun - the command that runs the same again, to which `--only` is added
 */
export function terminalReport(report: Report, paint: Paint, rerun: string): string {
  const paragraphs = [
    ...report.results
      .filter(({ verdict }) => verdict === 'fail')
      .map((result) => deviation(result, paint, rerun)),
    ...undecided(report.results, paint),
    ...report.suiteFaults.map(({ check, message }) => suiteFault(check, message, paint)),
    conclusion(report, paint),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function deviation({ id, title, findings, evidence }: CheckResult, paint: Paint, rerun: string): string {
  const shown = findings.slice(0, shownFindings);
  const more = findings.length - shown.length;
  return [
    `${paint('red', '✗')} ${paint('bold', title)}`,
    ...[...new Set(findings.map(({ requirement }) => requirement))].map((row) =>
      statement(row, title, paint),
    ),
    ...shown.flatMap(({ message, reply }, index) => {
      // Findings of one exchange stand together above it.
      const isLastOfExchange = shown[index + 1]?.reply !== reply;
      const exchange = evidence[reply];
      return [
        `    ${message}.`,
        ...(isLastOfExchange && exchange !== undefined ? exchangeLines(exchange, paint) : []),
      ];
    }),
    ...(more > 0 ? [`    ${more} more of them in report.json.`] : []),
    paint('dim', `    Again: ${rerun} --only ${id}`),
  ].join('\n');
}

/** Where a deviation's requirement is said, and in which words, unless the title says them. */
function statement(row: string, title: string, paint: Paint): string {
  const { source, text } = requirementNamed(row);
  return `  ${title.includes(text) ? '' : `${text} `}${paint('dim', `Said in ${source} (${row}).`)}`;
}

function exchangeLines({ request, response }: Evidence, paint: Paint): string[] {
  const { status, bodyBytes, body } = response;
  const line = `${request.method} ${request.path}, credentials: ${request.credentials} → ${status}, ${bodyBytes} bytes`;
  return [line, ...(body === undefined ? [] : [JSON.stringify(body)])].map((text) =>
    paint('dim', `      ${text}`),
  );
}

/** What was not decided, one line for each thing that would decide it. Refusals come first: they guard the data. */
function undecided(results: readonly CheckResult[], paint: Paint): string[] {
  const byRemedy = new Map<string, CheckResult[]>();
  const inconclusive = results.filter(({ verdict }) => verdict === 'inconclusive');
  for (const result of [
    ...inconclusive.filter(guardsData),
    ...inconclusive.filter((one) => !guardsData(one)),
  ]) {
    for (const remedy of result.remedies) byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), result]);
  }
  if (byRemedy.size === 0) return [];
  const lines = [...byRemedy].map(([remedy, waiting]) => {
    const guards = waiting.some(guardsData) ? paint('yellow', ' Refusals of access are among them.') : '';
    const names = waiting.length > 3 ? `${waiting.length} checks` : waiting.map(({ id }) => id).join(', ');
    const [first] = waiting;
    return `  ${paint('yellow', '?')} ${remedy}${guards}\n${paint('dim', `      ${first?.reason}: ${names}`)}`;
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
  return [
    `${paint('bold', `${count(summary.fail, 'deviation')}, ${coverage.decided} of ${coverage.decidable} decidable requirements decided.`)}`,
    `${count(summary.pass + summary.fail + summary.inconclusive, 'check')}: ${summary.pass} pass, ${summary.fail} fail, ${summary.inconclusive} inconclusive. ${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${report.seed}.`,
    `${count(observations.length, 'observation')} where the documents leave the target free, in report.json.`,
    paint(emphasis, words),
  ].join('\n');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
