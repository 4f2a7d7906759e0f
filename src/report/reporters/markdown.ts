import { inMarkdown } from '../printable.ts';
import { placesOf, type Summary } from '../summary.ts';
import { plural } from '../words.ts';

/** The maximum number of deviations shown, and of objections and remedies. */
const shownDeviations = 50;
const shownOthers = 10;

/** The report as Markdown, for a job summary or a pull request comment. */
export function markdown(summary: Summary): string {
  const { report, conclusion, objections, undecided } = summary;
  const { decided, decidable, target, seed, deviations } = report;
  return `${[
    `## ${conclusion}`,
    `${inMarkdown(target)}: ${plural(deviations.length, 'deviation')}, ${decided} of ${decidable} decidable requirements decided, seed ${seed}.`,
    ...(deviations.length === 0 ? [] : [deviationTable(summary)]),
    ...section(
      'Objections',
      objections.map(({ message }) => message),
    ),
    ...section(
      'Not decided',
      undecided.map(({ remedy, checks }) => `${remedy} (${plural(checks.length, 'check')})`),
    ),
  ].join('\n\n')}\n`;
}

function deviationTable({ broken, report }: Summary): string {
  const rows = broken.flatMap(({ text, requirement, source, causes }) =>
    causes.map((cause) =>
      [`${text}<br>${requirement}, ${source}`, `${cause.message}.`, placesOf(report, cause)]
        .map((cell) => cell.split('<br>').map(inMarkdown).join('<br>'))
        .join(' | '),
    ),
  );
  return [
    '| what the documents say | what was found | where |',
    '|---|---|---|',
    ...rows.slice(0, shownDeviations).map((row) => `| ${row} |`),
    ...more(rows.length - shownDeviations).map((words) => `| ${words} | | |`),
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
