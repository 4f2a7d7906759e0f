import { printable } from '../printable.ts';

// The one place where a text becomes HTML: whatever goes into the template is escaped, unless the template made it.

/** A piece of HTML. Only the template makes one. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/** What may stand in a piece of HTML: texts are escaped, lists are joined, and what is undefined leaves nothing. */
type Part = Html | string | number | undefined | readonly Part[];

/** A piece of HTML of this template, in which nothing that is put into it has a meaning of its own. */
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

/** The text as it is read, in an element and in a quoted attribute. */
function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A style or script of our own in its element, whose content is not escaped. Neither may hold the end of one. */
export function ownElement(name: 'style' | 'script', content: string): Html {
  return new Html(`<${name}>${content}</${name}>`);
}
