import { audiences, type Effect } from '../../regression/descriptions/difference.ts';
import { codeSpan, inMarkdown } from '../printable.ts';
import { plural } from '../words.ts';
import type { DiffGate } from './gate.ts';
import type { DiffReport, ReportedDifference } from './report.ts';
import {
  breaksInWords,
  countsInWords,
  gateInWords,
  namedDescription,
  notesOf,
  partInWords,
  witnessInWords,
  worstFirst,
} from './words.ts';

/** Characters of a comment that GitHub takes. */
const mostCharacters = 65_536;

/** The comparison as Markdown, for a comment of a pull request. */
export function diffMarkdown(report: DiffReport, gate: DiffGate): string {
  const rows = worstFirst(report.differences).map((one) => {
    const effects = audiences.map((audience) => effectCell(one[audience]));
    return `| ${[inMarkdown(partInWords(one)), whatCell(one), ...effects].join(' | ')} |`;
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
  const [before, after] = [report.before, report.after].map((one) => inMarkdown(namedDescription(one)));
  const start = [
    `## ${breaksInWords(report, gate)}`,
    '',
    `Before: ${before}  `,
    `After: ${after}`,
    '',
    ...heads,
  ];
  const end = ['', ...totals(report, gate)];
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

function totals(report: DiffReport, gate: DiffGate): string[] {
  const { differences, outdated = [] } = report;
  const entries = outdated.map(({ message }) => `${inMarkdown(message)}  `);
  if (differences.length === 0) return [...entries, 'No differences that matter.'];
  return [
    `${plural(differences.length, 'difference')}.  `,
    ...audiences.map((audience) => `${countsInWords(report, audience)}  `),
    ...entries,
    gateInWords(report, gate),
  ];
}

function whatCell(difference: ReportedDifference): string {
  const { message, rule } = difference;
  return [inMarkdown(message), codeCell(rule), ...notesOf(difference).map(inMarkdown)].join(' <br>');
}

function effectCell({ verdict, reason, witness }: Effect): string {
  const words = `**${verdict}**. ${inMarkdown(reason)}`;
  if (witness === undefined) return words;
  const { exchange, value, allowed } = witnessInWords(witness);
  const proof = [
    inMarkdown(exchange),
    ...(value === undefined ? [] : [codeCell(value)]),
    inMarkdown(allowed),
  ];
  return `${words} <br>${proof.join(' ')}`;
}

/** In a cell of a table, code must not have a bare bar. */
function codeCell(text: string): string {
  return codeSpan(text).replaceAll('|', '\\|');
}
