import { inMarkdown, printable } from './printable.ts';

/** What a comparison says, for every format. */
export interface Document {
  /** What it comes to, in a few words. */
  readonly title: string;
  /** Lines before the sections. */
  readonly heads: readonly string[];
  readonly sections: readonly Section[];
  /** The maximum number of entries that a section shows. */
  readonly most: number;
  /** Lines after the sections. */
  readonly ends: readonly Line[];
}

export interface Line {
  readonly words: string;
  readonly emphasis?: Emphasis;
}

/** A list with a heading. */
export interface Section {
  readonly heading: string;
  readonly mark: Mark;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly words: string;
  /** If it is not that of the section. */
  readonly mark?: Mark;
  /** On the same line. */
  readonly aside?: string;
  /** Each on a line of its own. */
  readonly details?: readonly string[];
  /** Names that belong to it, which a page folds: checks, or the places of which the details have the first. */
  readonly names?: readonly string[];
  /** The number of the problem that the words name. */
  readonly problem?: number;
}

export type Mark = keyof typeof emphases;

/** The colour of each mark. */
export const emphases = {
  ...{ '✗': 'red', '!': 'red' },
  ...{ '~': 'yellow', '?': 'yellow', '-': 'yellow' },
  ...{ '✓': 'green', '+': 'green' },
} as const satisfies Readonly<Record<string, Emphasis>>;

/** How a text is laid out for a terminal, or for a file. */
export interface Layout {
  readonly paint: Paint;
  /** The columns of the terminal; without it, lines are not broken. */
  readonly width?: number | undefined;
  /** Shortens identifiers. */
  readonly short?: (text: string) => string;
}

/** The text styles, which are used only where the terminal supports them. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (emphasis: Emphasis, text: string) => string;

/** Where the others are. */
const inJson = 'with --output json';

export function documentText({ heads, sections, most, ends }: Document, layout: Layout): string {
  return `${[
    heads.map(printable).join('\n'),
    ...sections.flatMap((one) => sectionText(one, layout, most, inJson)),
    ends.flatMap((line) => lineText(line, layout)).join('\n'),
  ].join('\n\n')}\n`;
}

export function lineText({ words, emphasis }: Line, layout: Layout): string[] {
  const lines = wrapped(words, 0, layout);
  return emphasis === undefined ? lines : lines.map((line) => layout.paint(emphasis, line));
}

/** Characters of a comment that GitHub takes. */
const mostCharacters = 65_536;

/** For a comment of a pull request, or a job summary. If it is too long, the last lines of the sections are counted. */
export function documentMarkdown({ title, heads, sections, most, ends }: Document): string {
  const inLines = (lines: readonly string[]): string => lines.map((line) => inMarkdown(line)).join('  \n');
  const start = [`## ${title}`, inLines(heads)].join('\n\n');
  const end = inLines(ends.map(({ words }) => words).filter((words) => words !== title));
  const lines = sections.flatMap((one) => ['', ...sectionMarkdown(one, most, inJson)]);
  const space = mostCharacters - start.length - end.length - leftOut(lines.length).length - 8;
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= space;
  });
  const left = lines.length - kept.length;
  const shown = [start, ...kept, ...(left === 0 ? [] : ['', leftOut(left)])].join('\n');
  return `${shown}${end === '' ? '' : `\n\n${end}`}\n`;
}

function leftOut(count: number): string {
  return `${count} more ${count === 1 ? 'line does' : 'lines do'} not fit here; \`--output json\` has everything.`;
}

/**
 * A section for a terminal; nothing if it is empty.
 * @param most - how many entries are shown
 * @param elsewhere - where the others are
 */
export function sectionText(
  { heading, mark: ofSection, entries }: Section,
  { paint, ...others }: Layout,
  most: number,
  elsewhere: string,
): string[] {
  // What is to be corrected at the target has its whole identifier.
  const { short: _, ...whole } = others;
  const layout = { paint, ...(ofSection === '!' ? whole : others) };
  const texts = entries.map(({ words, mark = ofSection, aside, details = [] }) => {
    const [first = '', ...rest] = wrapped(inOneLine(words, aside), 4, layout);
    const lines = [`  ${paint(emphases[mark], mark)} ${first.trimStart()}`, ...rest];
    return [...lines, ...details.flatMap((one) => dimmed(one, 6, layout))].join('\n');
  });
  return paragraph(heading, shortened(texts, most, '    ', elsewhere), layout);
}

export function sectionMarkdown({ heading, entries }: Section, most: number, elsewhere: string): string[] {
  const texts = entries.map(({ words, mark, aside, details = [] }) => {
    const first = inOneLine(mark === undefined ? words : `${mark} ${words}`, aside);
    return `- ${[first, ...details].map(inMarkdown).join('<br>')}`;
  });
  return [`### ${inMarkdown(heading)}`, '', ...shortened(texts, most, '- ', elsewhere)];
}

function inOneLine(words: string, aside: string | undefined): string {
  return aside === undefined ? words : `${words} ${aside}`;
}

export function paragraph(heading: string, lines: readonly string[], { paint }: Layout): string[] {
  return lines.length === 0 ? [] : [[paint('bold', printable(heading)), ...lines].join('\n')];
}

/** The first `most` lines, and the number of the others. */
function shortened(lines: readonly string[], most: number, margin: string, elsewhere: string): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`${margin}${more} more ${elsewhere}.`] : [])];
}

/** The printable text in indented lines, broken at spaces where the terminal is narrower. */
export function wrapped(
  text: string,
  indent: number,
  { width = Number.POSITIVE_INFINITY, short = (whole) => whole }: Layout,
): string[] {
  const margin = ' '.repeat(indent);
  const lines = [''];
  for (const word of printable(short(text)).split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines.splice(-1, 1, line === '' ? word : `${line} ${word}`);
  }
  return lines.map((line) => `${margin}${line}`);
}

export function dimmed(text: string, indent: number, layout: Layout): string[] {
  return wrapped(text, indent, layout).map((line) => layout.paint('dim', line));
}
