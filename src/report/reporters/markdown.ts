import { grouped } from '../../schema/grouped.ts';
import { sectionMarkdown } from '../document.ts';
import { inMarkdown } from '../printable.ts';
import type { Summary } from '../summary.ts';

/** The maximum numbers of statements, and of objections and remedies. */
const shownStatements = 50;
const shownOthers = 10;

/** The report as Markdown, for a job summary or a comment on a pull request. */
export function markdown(summary: Summary): string {
  const { report, conclusion, tested, notices, problems, legend, lists } = summary;
  const { target, seed } = report;
  return `${[
    `## ${conclusion}`,
    inMarkdown(`${target}: ${tested} Seed ${seed}.`),
    ...notices.map(({ words }) => inMarkdown(words)),
    ...(problems.length === 0 ? [] : [deviationTable(summary)]),
    ...(legend === undefined ? [] : [inMarkdown(legend)]),
    ...['objections', 'undecided'].flatMap((wanted) =>
      lists
        .filter(({ id }) => id === wanted)
        .map((list) => sectionMarkdown(list, shownOthers, 'in report.json').join('\n')),
    ),
  ].join('\n\n')}\n`;
}

/** A table with a row per broken statement. A statement's place is that of its gravest problem. */
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
  const left = rows.length - shownStatements;
  return [
    '| gravity | what happened | where |',
    '|---|---|---|',
    ...rows.slice(0, shownStatements).map((row) => `| ${row} |`),
    ...(left > 0 ? [`| | ${left} more in report.json | |`] : []),
  ].join('\n');
}
