import { grouped } from '../../schema/grouped.ts';
import { fitting, maxCommentLength, sectionMarkdown } from '../document.ts';
import { inMarkdown } from '../printable.ts';
import type { ShownProblem, Summary } from '../summary.ts';

const maxListEntries = 10;

export function markdown(summary: Summary): string {
  const { report, conclusion, tested, notices, problems, legend, lists } = summary;
  const { target, seed } = report;
  const heads = [
    `## ${conclusion}`,
    inMarkdown(`${target}: ${tested} Seed ${seed}.`),
    ...notices.map(({ words }) => inMarkdown(words)),
  ];
  const ends = [
    ...(legend === undefined ? [] : [inMarkdown(legend)]),
    ...['objections', 'undecided'].flatMap((wanted) =>
      lists
        .filter(({ id }) => id === wanted)
        .map((list) => sectionMarkdown(list, maxListEntries, 'in report.json').join('\n')),
    ),
  ];
  const table =
    problems.length === 0 ? [] : [problemTable(problems, [...heads, ...ends].join('\n\n').length)];
  return `${[...heads, ...table, ...ends].join('\n\n')}\n`;
}

/** `fitting` omits a row that does not fit as a whole, so one row must not hold all problems. */
const maxProblemsInRow = 50;

const tableHead = ['| gravity | what happened | where |', '|---|---|---|'];

/** The length of the head of a table, its last row, and the lines around the table. */
const tableMargin = 200;

function problemTable(problems: readonly ShownProblem[], lengthOfOthers: number): string {
  const groups = grouped(problems, ({ number, gravity, requirement }) =>
    JSON.stringify([gravity, requirement, Math.floor(number / maxProblemsInRow)]),
  );
  const rows = fitting(groups.map(rowOf), maxCommentLength - lengthOfOthers - tableMargin);
  const left = groups.slice(rows.length).flat().length;
  return [...tableHead, ...rows, ...(left > 0 ? [`| | ${left} more in report.json | |`] : [])].join('\n');
}

function rowOf(some: readonly [ShownProblem, ...ShownProblem[]]): string {
  const [{ gravity, rule }] = some;
  const happened = some.map(({ number, headline, details, also }) =>
    [`${number}. ${headline}.`, details, also].filter((one) => one !== '').join(' '),
  );
  const cells = [[gravity], [...happened, `Required: ${rule}`], placesOf(some)];
  return `| ${cells.map((lines) => lines.map(inMarkdown).join('<br>')).join(' | ')} |`;
}

function placesOf(problems: readonly ShownProblem[]): string[] {
  return grouped(problems, ({ steps }) => JSON.stringify(steps.map(({ words }) => words))).flatMap((same) => [
    ...grouped(same, ({ code }) => code).map(
      (some) => `${some.map(({ number }) => number).join(', ')}. ${some[0].code}`,
    ),
    ...same[0].steps.map(({ words }) => words),
  ]);
}
