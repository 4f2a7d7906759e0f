import { conclusionInWords } from '../conclusion-words.ts';
import { objectionsByCause } from '../objections.ts';
import { inMarkdown } from '../printable.ts';
import type { Report } from '../report.ts';
import { undecidedCauses } from '../undecided.ts';
import { plural } from '../words.ts';
import { type DeviationRow, deviationRows } from './deviation-rows.ts';

/** The maximum number of deviations shown, and of objections and remedies. */
const shownDeviations = 50;
const shownOthers = 10;

/** The report as Markdown, for a job summary or a pull request comment. */
export function markdown(report: Report): string {
  const { decided, decidable, target, seed } = report;
  const deviations = deviationRows(report);
  const headline = conclusionInWords(report);
  return `${[
    `## ${headline}`,
    `${inMarkdown(target)}: ${plural(deviations.length, 'deviation')}, ${decided} of ${decidable} decidable requirements decided, seed ${seed}.`,
    ...(deviations.length === 0 ? [] : [deviationTable(deviations)]),
    ...section(
      'Objections',
      objectionsByCause(report).map(({ message }) => message),
    ),
    ...section(
      'Not decided',
      undecidedCauses(report.results).map(
        ({ remedy, checks }) => `${remedy} (${plural(checks.length, 'check')})`,
      ),
    ),
  ].join('\n\n')}\n`;
}

function deviationTable(deviations: readonly DeviationRow[]): string {
  const rows = deviations
    .slice(0, shownDeviations)
    .map(({ statement, requirement, source, message, places }) =>
      [`${statement}<br>${requirement}, ${source}`, `${message}.`, places]
        .map((cell) => cell.split('<br>').map(inMarkdown).join('<br>'))
        .join(' | '),
    );
  return [
    '| what the documents say | what was found | where |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    ...more(deviations.length - shownDeviations).map((words) => `| ${words} | | |`),
  ].join('\n');
}

function section(heading: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, shownOthers).map((words) => `- ${inMarkdown(words)}`);
  return [
    [`### ${heading}\n`, ...shown, ...more(entries.length - shownOthers).map((words) => `- ${words}`)].join(
      '\n',
    ),
  ];
}

function more(left: number): string[] {
  return left > 0 ? [`${left} more in report.json`] : [];
}
