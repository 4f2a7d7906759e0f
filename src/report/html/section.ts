import { numeral } from '../words.ts';
import { type Html, html } from './html.ts';

/** A section of the page. The table of contents links to it. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  /** The number to show after the heading, if any. */
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

/** The number after a heading. A no-break space keeps it with the last word. */
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
  /** The noun for the entries, in the plural: `problems`. */
  readonly entries: string;
  readonly choices: readonly Choice[];
}

interface Choice {
  /** The name of what to choose by: `Operation`. */
  readonly by: string;
  /** The values to choose from, as in the entries' `data-kind`. */
  readonly kinds: readonly string[];
}

/**
 * A form that filters the entries of a section. It is hidden until the page's script, which does the filtering, shows
 * it.
 */
export function filterHtml({ section, entries, choices }: Filter): Html {
  return html`<form class="filter" data-filters="${section}" hidden>
<label>Filter <input type="search" autocomplete="off" spellcheck="false"></label>
${choices.map(({ by, kinds }) => html`<label>${by} <select><option value="">all</option>${kinds.map((kind) => html`<option value="${kind}">${kind}</option>`)}</select></label>`)}
<output data-entries="${entries}"></output>
</form>`;
}
