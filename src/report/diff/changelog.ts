import { audiences } from '../../regression/descriptions/difference.ts';
import { codeSpan, inMarkdown } from '../printable.ts';
import type { DiffGate } from './gate.ts';
import type { HarmlessChange } from './harmless.ts';
import { comment } from './markdown.ts';
import type { DiffReport, ReportedDifference } from './report.ts';
import { harmlessInWords, notesOf, partInWords, placeInWords } from './words.ts';

/** Everything that changed, harmless or not, as Markdown, in the order of the paths. */
export function diffChangelog(report: DiffReport, gate: DiffGate): string {
  const changes = [
    ...report.differences.map((one) => [one.operation ?? general, differenceLine(one)] as const),
    ...report.harmless.map((one) => [one.operation ?? holderOf(one), harmlessLine(one)] as const),
  ];
  const sections = [...Map.groupBy(changes, ([heading]) => heading)].toSorted(([one], [other]) =>
    rankOf(one) < rankOf(other) ? -1 : 1,
  );
  const lines = sections.flatMap(([heading, own]) => [
    `\n### ${inMarkdown(heading)}\n`,
    ...own.map(([, line]) => line),
  ]);
  return comment(report, gate, [], lines);
}

const general = 'General';
const shared = 'Components';

function holderOf({ pointer }: HarmlessChange): string {
  return pointer.startsWith('/components/') ? shared : general;
}

/** Sorts general changes first, then each path with its operations, then webhooks, then components. */
function rankOf(heading: string): string {
  if (heading === general) return '0';
  if (heading === shared) return '3';
  if (!heading.includes('/')) return `2 ${heading}`;
  const [method = '', path = heading] = heading.startsWith('/') ? [] : heading.split(/ (.*)/s);
  return `1 ${path}\0${method}`;
}

function differenceLine(difference: ReportedDifference): string {
  const { message, rule, operation, ...others } = difference;
  const part = partInWords({ ...difference, operation: undefined });
  const words = `${effectInWords(others)}: ${inMarkdown(`${part}: ${message}`)} ${codeSpan(rule)}`;
  const notes = [placeInWords(difference), ...notesOf(difference)].filter((one) => one !== undefined);
  return `- ${[words, ...notes.map(inMarkdown)].join('; ')}`;
}

function effectInWords(effects: Pick<ReportedDifference, 'consumers' | 'providers'>): string {
  const broken = audiences.filter((audience) => effects[audience].verdict === 'breaking');
  if (broken.length > 0) return `**Breaks ${broken.join(' and ')}**`;
  const isUndecided = audiences.some((audience) => effects[audience].verdict === 'undecided');
  return isUndecided ? 'Undecided' : 'Compatible';
}

function harmlessLine(change: HarmlessChange): string {
  return `- ${harmlessInWords(change, codeSpan)} (${codeSpan(change.pointer)})`;
}
