import { printable } from '../printable.ts';

// Only this class creates HTML. The template tag `html` escapes every inserted text.

class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

type Part = Html | string | number | undefined | readonly Part[];

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

export function breakable(name: string, between = /(?<=\S[/-]|\.(?!\d))/): Html {
  return html`${name.split(between).map((word, place) => (place === 0 ? word : html`<wbr>${word}`))}`;
}

export function commandHtml(command: string): Html {
  const words = command.split(/(?<= )/).map((word) => {
    if (/^--?[a-z-]{1,30} ?$/i.test(word)) return html`<span>${word}</span>`;
    return /^[\w.:/-]+ ?$/.test(word) ? breakable(word) : word;
  });
  return html`<kbd>${words}</kbd>`;
}

/** `content` is not escaped, so it must not contain the closing tag. */
export function ownElement(name: 'style' | 'script', content: string): Html {
  return new Html(`<${name}>${content}</${name}>`);
}
