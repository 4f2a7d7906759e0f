import { againWith, type Commands, shellWord } from './commands.ts';
import { conclusions, recordedInWords } from './conclusion-words.ts';
import { type Layout, type Line, lineText, sectionText } from './document.ts';
import type { Summary } from './summary.ts';
import { deviations } from './text/deviations.ts';
import { overview } from './text/overview.ts';
import { plural, shorteningIds } from './words.ts';

const maxEntries = 10;

/** Empty if the target was not tested: the error message of the command then says why. */
export function terminalReport(summary: Summary, layout: Layout, commands: Commands): string {
  if (summary.report.conclusion === 'not-tested') return '';
  const said = [
    ...summary.problems.flatMap((problem) => problem.said),
    ...summary.lists.flatMap(({ entries }) =>
      entries.flatMap(({ words, details = [] }) => [words, ...details]),
    ),
  ];
  const shortening = { ...layout, short: shorteningIds(said.join('\n')) };
  const paragraphs = [
    ...deviations(summary, shortening),
    ...summary.lists.flatMap((list) => sectionText(list, shortening, maxEntries, 'in the report')),
  ];
  const ends = [overview(summary, layout), conclusion(summary, layout, commands)];
  if (paragraphs.length === 0) return `${ends.join('\n')}\n`;
  return `${[ends[0], ...paragraphs, ends[1]].join('\n\n')}\n`;
}

function conclusion(summary: Summary, layout: Layout, commands: Commands): string {
  const { report, tested, notices } = summary;
  const { recorded, requests, durationMs, seed } = report;
  const sent = `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}.`;
  const done = [
    tested,
    recorded === undefined ? sent : `Nothing was sent. Recorded: ${recordedInWords(recorded)}.`,
  ].filter((one) => one !== '');
  const lines: readonly Line[] = [
    { words: summary.conclusion, emphasis: conclusions[report.conclusion].emphasis },
    { words: done.join(' ') },
    ...notices,
  ];
  return [...lines.flatMap((line) => lineText(line, layout)), ...nextSteps(summary, commands)].join('\n');
}

/** These lines are not wrapped: the commands must be easy to copy. */
function nextSteps({ problems: [first], report }: Summary, commands: Commands): string[] {
  if (first === undefined) return [];
  const isRefused = report.objections.some(({ kind }) => kind === 'client-left-changed');
  const again = againWith(isRefused ? 'Again, after restore has succeeded' : 'Again', commands);
  return [
    `${again}: ${commands.again}`,
    `Explain: ${commands.explain} CODE, such as ${shellWord(first.code)}`,
  ];
}
