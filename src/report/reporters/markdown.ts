import { grouped } from '../../schema/grouped.ts';
import { sectionMarkdown } from '../document.ts';
import { inMarkdown } from '../printable.ts';
import type { ShownProblem, Summary } from '../summary.ts';

const maxStatements = 50;
const maxListEntries = 10;

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
        .map((list) => sectionMarkdown(list, maxListEntries, 'in report.json').join('\n')),
    ),
  ].join('\n\n')}\n`;
}

function deviationTable({ problems }: Summary): string {
  const rows = grouped(problems, ({ gravity, requirement }) => `${gravity} ${requirement}`).map((some) => {
    const [{ gravity, rule }] = some;
    const cells = [
      [gravity],
      [
        ...some.map(({ number, headline, details, also }) =>
          [`${number}. ${headline}.`, details, also].filter((one) => one !== '').join(' '),
        ),
        `Required: ${rule}`,
      ],
      placesOf(some),
    ];
    return cells.map((lines) => lines.map(inMarkdown).join('<br>')).join(' | ');
  });
  const left = rows.length - maxStatements;
  return [
    '| gravity | what happened | where |',
    '|---|---|---|',
    ...rows.slice(0, maxStatements).map((row) => `| ${row} |`),
    ...(left > 0 ? [`| | ${left} more in report.json | |`] : []),
  ].join('\n');
}

function placesOf(problems: readonly ShownProblem[]): string[] {
  return grouped(problems, ({ steps }) => JSON.stringify(steps.map(({ words }) => words))).flatMap((same) => [
    ...grouped(same, ({ code }) => code).map(
      (some) => `${some.map(({ number }) => number).join(', ')}. ${some[0].code}`,
    ),
    ...same[0].steps.map(({ words }) => words),
  ]);
}
