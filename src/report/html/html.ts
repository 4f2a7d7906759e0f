import { printable } from '../printable.ts';

// The only place where text becomes HTML: the template escapes every inserted value unless it is already Html.

/** A piece of HTML. Only the template creates one. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/** A value that can be inserted into HTML: texts are escaped, lists are joined, and undefined inserts nothing. */
type Part = Html | string | number | undefined | readonly Part[];

/** Template tag for HTML that escapes the inserted values. */
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

/** A name, such as that of a check or a field, which a narrow window breaks between its parts. */
export function breakable(name: string, between = /(?<=[./-])/): Html {
  return html`${name.split(between).map((word, place) => (place === 0 ? word : html`<wbr>${word}`))}`;
}

/** A command, which a narrow window breaks between its words, or the parts of a name, but not within an option. */
export function commandHtml(command: string): Html {
  const words = command.split(/(?<= )/).map((word) => {
    if (/^--?[a-z-]{1,30} ?$/i.test(word)) return html`<span>${word}</span>`;
    return /^[\w.:/-]+ ?$/.test(word) ? breakable(word) : word;
  });
  return html`<kbd>${words}</kbd>`;
}

/** The suite's own style or script, which is not escaped. It must not contain its own closing tag. */
export function ownElement(name: 'style' | 'script', content: string): Html {
  return new Html(`<${name}>${content}</${name}>`);
}
