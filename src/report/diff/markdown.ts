import { codeSpan, inMarkdown } from '../printable.ts';
import type { DiffGate } from './gate.ts';
import type { DiffReport } from './report.ts';
import { breaksInWords, type DifferenceInWords, differencesInWords, diffInWords } from './words.ts';

/** Characters of a comment that GitHub takes. */
const mostCharacters = 65_536;

/** The comparison as Markdown, for a comment of a pull request. */
export function diffMarkdown(report: DiffReport, gate: DiffGate): string {
  const rows = differencesInWords(report).map((one) => {
    const cells = [inMarkdown(one.part), whatCell(one), ...one.effects.map(effectCell)];
    return `| ${cells.join(' | ')} |`;
  });
  const table = ['| where | what | consumers | providers |', '|---|---|---|---|'];
  return comment(report, gate, rows.length === 0 ? [] : table, rows);
}

/**
 * A comment that begins with what breaks and ends with the totals. If it is too long, its last lines are counted
 * instead.
 * @param heads - lines before the others, which are never left out
 */
export function comment(
  report: DiffReport,
  gate: DiffGate,
  heads: readonly string[],
  lines: readonly string[],
): string {
  const { heads: descriptions, outdated, counts, end: last } = diffInWords(report, gate);
  const [before, after] = descriptions.map(inMarkdown);
  const start = [`## ${breaksInWords(report, gate)}`, '', `${before}  `, after, '', ...heads];
  const totals = [...counts.map(({ words }) => words), ...outdated.map(inMarkdown)];
  const end = ['', ...totals.map((line) => `${line}  `), last];
  const space = mostCharacters - [...start, ...end, leftOut(lines.length)].join('\n').length - 3;
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= space;
  });
  const left = lines.length - kept.length;
  return `${[...start, ...kept, ...(left === 0 ? [] : ['', leftOut(left)]), ...end].join('\n')}\n`;
}

function leftOut(count: number): string {
  return `${count} more ${count === 1 ? 'line does' : 'lines do'} not fit here; \`--output json\` has everything.`;
}

function whatCell({ message, rule, place = '', notes }: DifferenceInWords): string {
  const others = [place, ...notes].filter((note) => note !== '').map(inMarkdown);
  return [inMarkdown(message), codeCell(rule), ...others].join(' <br>');
}

function effectCell({ verdict, reason, proof }: DifferenceInWords['effects'][number]): string {
  const words = `**${verdict}**. ${inMarkdown(reason)}`;
  if (proof === undefined) return words;
  const { exchange, value, allowed } = proof;
  const cells = [
    inMarkdown(exchange),
    ...(value === undefined ? [] : [codeCell(value)]),
    inMarkdown(allowed),
  ];
  return `${words} <br>${cells.join(' ')}`;
}

/** In a cell of a table, code must not have a bare bar. */
function codeCell(text: string): string {
  return codeSpan(text).replaceAll('|', '\\|');
}
