import { inMarkdown, printable } from './printable.ts';

export interface Document {
  readonly title: string;
  readonly heads: readonly string[];
  readonly sections: readonly Section[];
  readonly maxEntries: number;
  readonly ends: readonly Line[];
}

export interface Line {
  readonly words: string;
  readonly emphasis?: Emphasis;
}

export interface Section {
  readonly heading: string;
  readonly mark: Mark;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly words: string;
  readonly mark?: Mark;
  readonly aside?: string;
  readonly details?: readonly string[];
  /**
   * Names that the HTML page lists in a section that the reader can unfold. `details` may have only the first of the
   * names.
   */
  readonly names?: readonly string[];
  /** The number of the problem that `words` mention; the HTML page links to it. */
  readonly problem?: number;
}

export type Mark = keyof typeof emphases;

export const emphases = {
  ...{ '✗': 'red', '!': 'red' },
  ...{ '~': 'yellow', '?': 'yellow', '-': 'yellow' },
  ...{ '✓': 'green', '+': 'green' },
} as const satisfies Readonly<Record<string, Emphasis>>;

export interface Layout {
  readonly paint: Paint;
  /** The maximum length of a line. Undefined for a file: its lines are not broken. */
  readonly width?: number | undefined;
  readonly short?: (text: string) => string;
}

type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
type Paint = (emphasis: Emphasis, text: string) => string;

const inJson = 'with --output json';

export function documentText({ heads, sections, maxEntries, ends }: Document, layout: Layout): string {
  return `${[
    heads.map(printable).join('\n'),
    ...sections.flatMap((one) => sectionText(one, layout, maxEntries, inJson)),
    ends.flatMap((line) => lineText(line, layout)).join('\n'),
  ].join('\n\n')}\n`;
}

export function lineText({ words, emphasis }: Line, layout: Layout): string[] {
  const lines = wrapped(words, 0, layout);
  return emphasis === undefined ? lines : lines.map((line) => layout.paint(emphasis, line));
}

/** The limit of GitHub for a comment. */
export const maxCommentLength = 65_536;

export function documentMarkdown({ title, heads, sections, maxEntries, ends }: Document): string {
  const inLines = (lines: readonly string[]): string => lines.map((line) => inMarkdown(line)).join('  \n');
  const start = [`## ${title}`, inLines(heads)].join('\n\n');
  const end = inLines(ends.map(({ words }) => words).filter((words) => words !== title));
  const lines = sections.flatMap((one) => ['', ...sectionMarkdown(one, maxEntries, inJson)]);
  const space = maxCommentLength - start.length - end.length - leftOut(lines.length).length - 8;
  const kept = fitting(lines, space);
  const left = lines.length - kept.length;
  const shown = [start, ...kept, ...(left === 0 ? [] : ['', leftOut(left)])].join('\n');
  return `${shown}${end === '' ? '' : `\n\n${end}`}\n`;
}

export function fitting(lines: readonly string[], space: number): string[] {
  let length = 0;
  return lines.filter((line) => {
    length += line.length + 1;
    return length <= space;
  });
}

function leftOut(count: number): string {
  return `${count} more ${count === 1 ? 'line does' : 'lines do'} not fit here; \`--output json\` has everything.`;
}

export function sectionText(
  { heading, mark: ofSection, entries }: Section,
  { paint, ...others }: Layout,
  maxEntries: number,
  elsewhere: string,
): string[] {
  // Entries marked `!` keep their identifiers in full: the reader needs these to correct data at the target.
  const { short: _, ...whole } = others;
  const layout = { paint, ...(ofSection === '!' ? whole : others) };
  const texts = entries.map(({ words, mark = ofSection, aside, details = [] }) => {
    const [first = '', ...rest] = wrapped(inOneLine(words, aside), 4, layout);
    const lines = [`  ${paint(emphases[mark], mark)} ${first.trimStart()}`, ...rest];
    return [...lines, ...details.flatMap((one) => dimmed(one, 6, layout))].join('\n');
  });
  return paragraph(heading, shortened(texts, maxEntries, '    ', elsewhere), layout);
}

export function sectionMarkdown(
  { heading, entries }: Section,
  maxEntries: number,
  elsewhere: string,
): string[] {
  const texts = entries.map(({ words, mark, aside, details = [] }) => {
    const first = inOneLine(mark === undefined ? words : `${mark} ${words}`, aside);
    return `- ${[first, ...details].map(inMarkdown).join('<br>')}`;
  });
  return [`### ${inMarkdown(heading)}`, '', ...shortened(texts, maxEntries, '- ', elsewhere)];
}

function inOneLine(words: string, aside: string | undefined): string {
  return aside === undefined ? words : `${words} ${aside}`;
}

export function paragraph(heading: string, lines: readonly string[], { paint }: Layout): string[] {
  return lines.length === 0 ? [] : [[paint('bold', printable(heading)), ...lines].join('\n')];
}

function shortened(
  lines: readonly string[],
  maxEntries: number,
  margin: string,
  elsewhere: string,
): string[] {
  const more = lines.length - maxEntries;
  return [...lines.slice(0, maxEntries), ...(more > 0 ? [`${margin}${more} more ${elsewhere}.`] : [])];
}

/** Two or more spaces in a row are part of a quoted value. A status stays next to the arrow before it. */
const singleSpace = /(?<![ →]) (?! )/;

export function wrapped(
  text: string,
  indent: number,
  { width = Number.POSITIVE_INFINITY, short = (whole) => whole }: Layout,
): string[] {
  const margin = ' '.repeat(indent);
  const lines = [''];
  for (const word of printable(short(text)).split(singleSpace)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines.splice(-1, 1, line === '' ? word : `${line} ${word}`);
  }
  return lines.map((line) => `${margin}${line}`);
}

export function dimmed(text: string, indent: number, layout: Layout): string[] {
  return wrapped(text, indent, layout).map((line) => layout.paint('dim', line));
}
