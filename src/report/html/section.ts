import { numeral } from '../words.ts';
import { type Html, html } from './html.ts';

/** A part of the page, with a heading and a place in its contents. */
export interface Section {
  /** What a link to it ends in. */
  readonly id: string;
  readonly heading: string;
  /** How many entries it has, where that says something. */
  readonly count?: number;
  readonly content: Html;
}

/** The section as it stands on the page. */
export function sectionHtml({ id, heading, count, content }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}${count === undefined ? undefined : html` <span class="count">${numeral(count)}</span>`}</h2>
${content}
</section>
`;
}

/** The links to the sections. */
export function contentsHtml(sections: readonly Section[]): Html {
  const links = sections.map(
    ({ id, heading, count }) =>
      html`<li><a href="#${id}">${heading}</a>${count === undefined ? undefined : html` <span class="count">${numeral(count)}</span>`}</li>`,
  );
  return html`<nav aria-label="Contents"><ul>${links}</ul></nav>`;
}
