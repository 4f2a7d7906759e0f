import { grouped } from '../../schema/grouped.ts';
import type { List } from '../lists.ts';
import { inMarkdown } from '../printable.ts';
import type { Summary } from '../summary.ts';

/** The maximum number of statements shown, and of objections and remedies. */
const shownStatements = 50;
const shownOthers = 10;

/** The report as Markdown, for a job summary or a pull request comment. */
export function markdown(summary: Summary): string {
  const { report, conclusion, tested, problems, legend, lists } = summary;
  const { target, seed } = report;
  return `${[
    `## ${conclusion}`,
    inMarkdown(`${target}: ${tested} Seed ${seed}.`),
    ...(problems.length === 0 ? [] : [deviationTable(summary)]),
    ...(legend === undefined ? [] : [inMarkdown(legend)]),
    ...['objections', 'undecided'].flatMap((wanted) => lists.filter(({ id }) => id === wanted).map(section)),
  ].join('\n\n')}\n`;
}

/** A row for each broken statement, in the order of the gravest problem. */
function deviationTable({ problems }: Summary): string {
  const rows = grouped(problems, ({ requirement }) => requirement).map((some) => {
    const [{ gravity, rule }] = some;
    const cells = [
      [gravity],
      [
        ...some.map(({ number, headline, details, also }) =>
          [`${number}. ${headline}.`, details, also].filter((one) => one !== '').join(' '),
        ),
        `Required: ${rule}`,
      ],
      some.flatMap(({ number, code, steps }) => [`${number}. ${code}`, ...steps.map(({ words }) => words)]),
    ];
    return cells.map((lines) => lines.map(inMarkdown).join('<br>')).join(' | ');
  });
  return [
    '| gravity | what happened | where |',
    '|---|---|---|',
    ...rows.slice(0, shownStatements).map((row) => `| ${row} |`),
    ...more(rows.length - shownStatements).map((words) => `| | ${words} | |`),
  ].join('\n');
}

function section({ heading, entries }: List): string {
  const shown = entries
    .slice(0, shownOthers)
    .map(({ words, aside = '' }) => `- ${inMarkdown(`${words} ${aside}`.trim())}`);
  const others = more(entries.length - shownOthers).map((words) => `- ${words}`);
  return [`### ${heading}\n`, ...shown, ...others].join('\n');
}

function more(left: number): string[] {
  return left > 0 ? [`${left} more in report.json`] : [];
}
