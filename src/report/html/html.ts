import { printable } from '../printable.ts';

// The only module that creates HTML: the template tag escapes every inserted text.

/** A piece of safe HTML. Only this module can create one. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/** Insertable values: texts are escaped, lists are joined, and undefined inserts nothing. */
type Part = Html | string | number | undefined | readonly Part[];

/** A template tag for HTML. It escapes inserted values that are not HTML themselves. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const [first = '', ...rest] = markup;
  return new Html(first + rest.map((text, index) => markupOf(parts[index]) + text).join(''));
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return escaped(String(part));
}

function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A name such as `updateClient.changes`, which may break between its parts in a narrow window. */
export function breakable(name: string, between = /(?<=[./-])/): Html {
  return html`${name.split(between).map((word, place) => (place === 0 ? word : html`<wbr>${word}`))}`;
}

/** A command, which may break in a narrow window between its words and parts of names, but not inside an option. */
export function commandHtml(command: string): Html {
  const words = command.split(/(?<= )/).map((word) => {
    if (/^--?[a-z-]{1,30} ?$/i.test(word)) return html`<span>${word}</span>`;
    return /^[\w.:/-]+ ?$/.test(word) ? breakable(word) : word;
  });
  return html`<kbd>${words}</kbd>`;
}

/** The suite's own style or script element. The content is not escaped, so it must not contain the closing tag. */
export function ownElement(name: 'style' | 'script', content: string): Html {
  return new Html(`<${name}>${content}</${name}>`);
}
