import { pageOf } from '../html/frame.ts';
import { type Html, html } from '../html/html.ts';
import type { Section } from '../html/section.ts';
import { tableHtml } from '../html/table.ts';
import type { DiffGate } from './gate.ts';
import type { DiffReport } from './report.ts';
import {
  breaksInWords,
  type DifferenceInWords,
  differencesInWords,
  diffInWords,
  harmlessInWords,
} from './words.ts';

/** The comparison as a page, with the frame of the report of a run. */
export function diffHtml(report: DiffReport, gate: DiffGate): string {
  const { heads, outdated, counts, end, isFailing } = diffInWords(report, gate);
  const lines = [...counts.map(({ words }) => words), ...outdated, end];
  const header = html`<header class="${isFailing ? 'red' : 'green'}">
<p class="about">${heads[0]}<br>${heads[1]}</p>
<h1>${breaksInWords(report, gate)}</h1>
${lines.map((line) => html`<p>${line}</p>`)}
</header>
`;
  const sections = [differencesSection(report), harmlessSection(report)];
  return pageOf({ title: `${heads[1]}: differences`, header, sections });
}

function differencesSection(report: DiffReport): Section {
  const rows = differencesInWords(report).map((one) => ({
    ...{ kind: one.worst, state: html`${one.worst}`, content: differenceHtml(one) },
  }));
  return {
    ...{ id: 'differences', heading: 'Differences', count: rows.length },
    content: tableHtml('differences', ['Verdict', 'Difference'], rows),
  };
}

function differenceHtml({ part, message, rule, place, notes, effects }: DifferenceInWords): Html {
  const words = effects.map(
    ({ audience, verdict, reason, proof }) =>
      html`<br>${audience}: <span class="${verdict}">${verdict}</span>. ${reason}${
        proof &&
        html`<br>${proof.exchange} ${proof.value && html`<code>${proof.value}</code>`} ${proof.allowed}`
      }`,
  );
  return html`<b>${part}</b><br>${message}${words}<small>${[place, ...notes].map((note) => note && html`${note}<br>`)}<code>${rule}</code></small>`;
}

function harmlessSection({ harmless }: DiffReport): Section {
  const entries = harmless.map(
    (one) => html`<li><code>${one.pointer}</code><br>${harmlessInWords(one, (text) => text)}</li>
`,
  );
  return {
    ...{ id: 'harmless', heading: 'Harmless changes', count: harmless.length },
    content: html`<details><summary>Texts, names of operations, tags, examples and deprecations</summary>
<ul class="entries">${entries}</ul></details>`,
  };
}
