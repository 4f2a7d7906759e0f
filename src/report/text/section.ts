import { printable } from '../printable.ts';
import { withShortIds } from '../words.ts';

/** A list with a heading. */
export interface Section {
  readonly heading: string;
  readonly mark: string;
  readonly emphasis: Emphasis;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly words: string;
  /** On the same line. */
  readonly aside?: string;
  /** On a line of its own. */
  readonly details?: string;
  /** Names that belong to it, which a page folds: checks, or the places of which the details have the first. */
  readonly names?: readonly string[];
  /** The number of the problem that the words name. */
  readonly problem?: number;
}

/** How a text is laid out for a terminal, or for a file. */
export interface Layout {
  readonly paint: Paint;
  /** The columns of the terminal; without it, lines are not broken. */
  readonly width?: number | undefined;
}

/** The text styles, which are used only where the terminal supports them. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (emphasis: Emphasis, text: string) => string;

/**
 * A section for a terminal; nothing if it is empty.
 * @param most - how many entries are shown
 * @param elsewhere - where the others are
 */
export function sectionText(
  { heading, mark, emphasis, entries }: Section,
  layout: Layout,
  most: number,
  elsewhere = 'in the report',
): string[] {
  const { paint } = layout;
  // What is to be corrected at the target has its whole identifier.
  const shown = mark === '!' ? (text: string) => text : withShortIds;
  const texts = entries.map(({ words, aside = '', details }) => {
    const [first = '', ...rest] = wrapped(shown(aside === '' ? words : `${words} ${aside}`), 4, layout);
    const lines = [`  ${paint(emphasis, mark)} ${first.trimStart()}`, ...rest];
    return [...lines, ...(details === undefined ? [] : dimmed(shown(details), 6, layout))].join('\n');
  });
  return paragraph(heading, shortened(texts, most, elsewhere), layout);
}

export function paragraph(heading: string, lines: readonly string[], { paint }: Layout): string[] {
  return lines.length === 0 ? [] : [[paint('bold', heading), ...lines].join('\n')];
}

/** The first `most` lines, and the number of the others. */
export function shortened(lines: readonly string[], most: number, elsewhere = 'in the report'): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`    ${more} more ${elsewhere}.`] : [])];
}

/** The printable text in indented lines, broken at spaces where the terminal is narrower. */
export function wrapped(
  text: string,
  indent: number,
  { width = Number.POSITIVE_INFINITY }: Layout,
): string[] {
  const margin = ' '.repeat(indent);
  const lines = [''];
  for (const word of printable(text).split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word);
    else lines.splice(-1, 1, line === '' ? word : `${line} ${word}`);
  }
  return lines.map((line) => `${margin}${line}`);
}

export function dimmed(text: string, indent: number, layout: Layout): string[] {
  return wrapped(text, indent, layout).map((line) => layout.paint('dim', line));
}
