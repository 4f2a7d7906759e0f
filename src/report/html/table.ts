import { type Html, html } from './html.ts';
import { filterHtml } from './section.ts';

interface Row {
  readonly kind: string;
  readonly state: Html;
  readonly content: Html;
}

export function tableHtml(
  section: string,
  [by, what]: readonly [string, string],
  rows: readonly Row[],
): Html {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  const lines = rows.map(
    ({ kind, state, content }) =>
      html`<tr data-kind="${kind}"><td class="${kind}">${state}</td><td>${content}</td></tr>\n`,
  );
  return html`${filterHtml({ section, entries: section, choices: [{ by, kinds }] })}
<table class="list"><thead><tr><th scope="col">${by}</th><th scope="col">${what}</th></tr></thead>
<tbody>${lines}</tbody></table>`;
}
