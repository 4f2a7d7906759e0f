import { numeral } from '../words.ts';
import { type Html, html } from './html.ts';

/** A section of the page, with a heading and an entry in the table of contents. */
export interface Section {
  /** The fragment of links to it. */
  readonly id: string;
  readonly heading: string;
  /** The number of its entries, if that is informative. */
  readonly count?: number;
  readonly content: Html;
}

export function sectionHtml({ id, heading, count, content }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}${countHtml(count)}</h2>
${content}
</section>
`;
}

/** On the same line as the last word before it. */
function countHtml(count: number | undefined): Html | undefined {
  return count === undefined ? undefined : html`&#160;<span class="count">${numeral(count)}</span>`;
}

export function contentsHtml(sections: readonly Section[]): Html {
  const links = sections.map(
    ({ id, heading, count }) => html`<li><a href="#${id}">${heading}</a>${countHtml(count)}</li>`,
  );
  return html`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}

interface Filter {
  readonly section: string;
  /** The name of its entries, in the plural. */
  readonly entries: string;
  readonly choices: readonly Choice[];
}

interface Choice {
  /** The name of the attribute by which entries differ, such as `Operation`. */
  readonly by: string;
  /** The kinds, as in an entry's `data-kind`. */
  readonly kinds: readonly string[];
}

/**
 * A form that filters the entries of a section by kinds and text. The script unhides it, and filters elements with
 * `data-kind`.
 */
export function filterHtml({ section, entries, choices }: Filter): Html {
  return html`<form class="filter" data-filters="${section}" hidden>
<label>Filter <input type="search" autocomplete="off" spellcheck="false"></label>
${choices.map(({ by, kinds }) => html`<label>${by} <select><option value="">all</option>${kinds.map((kind) => html`<option value="${kind}">${kind}</option>`)}</select></label>`)}
<output data-entries="${entries}"></output>
</form>`;
}
