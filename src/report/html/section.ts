import { numeral } from '../words.ts';
import { type Html, html } from './html.ts';

export interface PageSection {
  readonly id: string;
  readonly heading: string;
  readonly count?: number;
  readonly content: Html;
}

export function sectionHtml({ id, heading, count, content }: PageSection): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}${countHtml(count)}</h2>
${content}
</section>
`;
}

/** A no-break space keeps the count with the last word of the heading. */
function countHtml(count: number | undefined): Html | undefined {
  return count === undefined ? undefined : html`&#160;<span class="count">${numeral(count)}</span>`;
}

export function contentsHtml(sections: readonly PageSection[]): Html {
  const links = sections.map(
    ({ id, heading, count }) => html`<li><a href="#${id}">${heading}</a>${countHtml(count)}</li>`,
  );
  return html`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}

interface Filter {
  readonly section: string;
  readonly entries: string;
  readonly choices: readonly Choice[];
}

interface Choice {
  readonly by: string;
  /** The values of the attribute `data-kind` that a user can filter by. */
  readonly kinds: readonly string[];
}

/** Hidden until the script of the page, which filters, runs. */
export function filterHtml({ section, entries, choices }: Filter): Html {
  return html`<form class="filter" data-filters="${section}" hidden>
<label>Filter <input type="search" autocomplete="off" spellcheck="false"></label>
${choices.map(({ by, kinds }) => html`<label>${by} <select><option value="">all</option>${kinds.map((kind) => html`<option value="${kind}">${kind}</option>`)}</select></label>`)}
<output data-entries="${entries}"></output>
</form>`;
}
