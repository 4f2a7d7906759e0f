import type { Entry } from '../document.ts';
import type { List } from '../lists.ts';
import type { ShownProblem } from '../summary.ts';
import { anchorOf } from './deviations.ts';
import { breakable, type Html, html } from './html.ts';
import type { PageSection } from './section.ts';

export function listSection({ id, heading, entries }: List, problems: readonly ShownProblem[]): PageSection {
  return {
    ...{ id, heading, count: entries.length },
    content: html`<ul class="entries">${entries.map((entry) => entryHtml(entry, problems))}</ul>`,
  };
}

function entryHtml(entry: Entry, problems: readonly ShownProblem[]): Html {
  const { aside, details = [], names = [] } = entry;
  const [one, ...others] = names;
  const below =
    others.length === 0
      ? html`<small>${one === undefined ? details.join(' ') : breakable(one)}</small>`
      : html`<details><summary>All ${names.length}</summary><ul>${names.map((name) => html`<li><code>${breakable(name)}</code></li>`)}</ul></details>`;
  return html`<li>${wordsHtml(entry, problems)} ${aside && html`<small>${aside}</small>`}<br>${below}</li>
`;
}

export function wordsHtml({ words, problem }: Entry, problems: readonly ShownProblem[]): Html {
  const shown = problems.find(({ number }) => number === problem);
  return shown === undefined ? html`${words}` : html`<a href="#${anchorOf(shown)}">${words}</a>`;
}
