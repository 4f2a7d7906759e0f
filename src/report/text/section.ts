import { printable } from '../printable.ts';

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
}

/**
 * A section for a terminal; nothing if it is empty.
 * @param most - how many entries are shown
 * @param elsewhere - where the others are
 */
export function sectionText(
  { heading, mark, emphasis, entries }: Section,
  paint: Paint,
  most: number,
  elsewhere = 'in the report',
): string[] {
  const texts = entries.map(({ words, aside, details }) => {
    const line = `  ${paint(emphasis, mark)} ${printable(words)}`;
    return [
      aside === undefined ? line : `${line} ${paint('dim', aside)}`,
      ...(details === undefined ? [] : [paint('dim', `      ${printable(details)}`)]),
    ].join('\n');
  });
  return paragraph(heading, shortened(texts, most, elsewhere), paint);
}

export function paragraph(heading: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : [[paint('bold', heading), ...lines].join('\n')];
}

/** The first `most` lines, and the number of the others. */
export function shortened(lines: readonly string[], most: number, elsewhere = 'in the report'): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`    ${more} more ${elsewhere}.`] : [])];
}

/** The text styles, which are used only where the terminal supports them. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (emphasis: Emphasis, text: string) => string;
