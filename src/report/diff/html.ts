import type { Entry } from '../document.ts';
import { pageOf } from '../html/frame.ts';
import { type Html, html } from '../html/html.ts';
import type { Section } from '../html/section.ts';
import { tableHtml } from '../html/table.ts';
import { diffDocument, entryOf, harmlessEntry, partInWords, worstFirst, worstOf } from './document.ts';
import { type DiffGate, failing } from './gate.ts';
import type { DiffReport } from './report.ts';

/** A comparison of descriptions as an HTML page. */
export function diffHtml(report: DiffReport, gate: DiffGate): string {
  const { title, heads, ends } = diffDocument(report, gate);
  const header = html`<header class="${failing(report, gate).length > 0 ? 'red' : 'green'}">
<p class="about">${heads.map((line, place) => html`${place === 0 ? undefined : html`<br>`}${line}`)}</p>
<h1>${title}</h1>
${ends.map(({ words }) => html`<p>${words}</p>`)}
</header>
`;
  const sections = [differencesSection(report), harmlessSection(report)];
  return pageOf({ title: `${heads.at(-1)}: differences`, header, sections });
}

function differencesSection(report: DiffReport): Section {
  const rows = worstFirst(report).map((one) => {
    const kind = worstOf(one);
    const content = html`<b>${partInWords(one)}</b><br>${entryHtml(entryOf(one))}`;
    return { kind, state: html`${kind}`, content };
  });
  return {
    ...{ id: 'differences', heading: 'Differences', count: rows.length },
    content: tableHtml('differences', ['Verdict', 'Difference'], rows),
  };
}

function harmlessSection({ harmless }: DiffReport): Section {
  const entries = harmless.map((one) => html`<li>${entryHtml(harmlessEntry(one))}</li>\n`);
  return {
    ...{ id: 'harmless', heading: 'Harmless changes', count: harmless.length },
    content: html`<details><summary>Texts, names of operations, tags, examples and deprecations</summary>
<ul class="entries">${entries}</ul></details>`,
  };
}

function entryHtml({ words, aside, details = [] }: Entry): Html {
  return html`${words} <small>${aside}</small>${details.map((one, place) => html`${place === 0 ? undefined : html`<br>`}${one}`)}`;
}
