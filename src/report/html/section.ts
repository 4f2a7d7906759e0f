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
<h2 id="${id}-heading">${heading}${count === undefined ? undefined : html` <span class="count">${numeral(count)}</span>`}</h2>
${content}
</section>
`;
}

export function contentsHtml(sections: readonly Section[]): Html {
  const links = sections.map(
    ({ id, heading, count }) =>
      html`<li><a href="#${id}">${heading}</a>${count === undefined ? undefined : html` <span class="count">${numeral(count)}</span>`}</li>`,
  );
  return html`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}
