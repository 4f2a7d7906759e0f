import type { List } from '../lists.ts';
import type { Entry } from '../text/section.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

/** A list of the summary as a section. */
export function listSection({ id, heading, entries }: List): Section {
  return {
    ...{ id, heading, count: entries.length },
    content: html`<ul class="entries">${entries.map(entryHtml)}</ul>`,
  };
}

/** Names replace the details, which have only the first of them. */
function entryHtml({ words, aside, details, names = [] }: Entry): Html {
  const [one, ...others] = names;
  const below =
    others.length === 0
      ? html`<small>${one ?? details}</small>`
      : html`<details><summary>All ${names.length}</summary><ul>${names.map((name) => html`<li><code>${name}</code></li>`)}</ul></details>`;
  return html`<li>${words} ${aside && html`<small>${aside}</small>`}<br>${below}</li>
`;
}
