import { audiences, type Witness } from '../../regression/descriptions/difference.ts';
import { pageOf } from '../html/frame.ts';
import { type Html, html } from '../html/html.ts';
import type { PageSection } from '../html/section.ts';
import { tableHtml } from '../html/table.ts';
import {
  diffDocument,
  harmlessEntry,
  notesOf,
  partInWords,
  proofOf,
  worstFirst,
  worstOf,
} from './document.ts';
import { type DiffGate, failing } from './gate.ts';
import type { DiffReport, ReportedDifference } from './report.ts';

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

function differencesSection(report: DiffReport): PageSection {
  const rows = worstFirst(report).map((one) => {
    const kind = worstOf(one);
    return { kind, state: html`${kind}`, content: differenceHtml(one) };
  });
  return {
    ...{ id: 'differences', heading: 'Differences', count: rows.length },
    content: tableHtml('differences', ['Verdict', 'Difference'], rows),
  };
}

function harmlessSection({ harmless }: DiffReport): PageSection {
  const entries = harmless
    .map(harmlessEntry)
    .map(({ words, aside }) => html`<li>${words} <small>${aside}</small></li>\n`);
  return {
    ...{ id: 'harmless', heading: 'Harmless changes', count: harmless.length },
    content: html`<details><summary>Texts, names of operations, tags, examples and deprecations</summary>
<ul class="entries">${entries}</ul></details>`,
  };
}

function differenceHtml(one: ReportedDifference): Html {
  const effects = audiences.map((audience) => {
    const { verdict, reason, witness } = one[audience];
    return html`<br>${audience}: <span class="${verdict}">${verdict}</span>. ${reason}${witness && proofHtml(witness)}`;
  });
  const notes = notesOf(one).map((note) => html`${note}<br>`);
  return html`<b>${partInWords(one)}</b><br>${one.message}${effects}<small>${notes}<code>${one.rule}</code></small>`;
}

function proofHtml(witness: Witness): Html {
  const [exchange, value, allowed] = proofOf(witness);
  return html`<br>${exchange} ${value && html`<code>${value}</code> `}${allowed}`;
}
