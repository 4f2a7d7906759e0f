import type { Requirement } from '../../specification/requirements.ts';
import type { Report } from '../report.ts';
import { html } from './html.ts';
import { filterHtml, type Section } from './section.ts';

export function requirementsSection(
  { coverage, inapplicable }: Pick<Report, 'coverage' | 'inapplicable'>,
  register: readonly Requirement[],
): Section {
  const { requirements } = coverage;
  const rowNamed = new Map(register.map((row) => [row.id, row]));
  const states = [...new Set(requirements.map(({ state }) => state))].sort();
  const rows = requirements.map(({ id, state }) => {
    const { text = '', source = '' } = rowNamed.get(id) ?? {};
    return html`<tr data-kind="${state}"><td class="${state}">${state === 'fail' ? html`<a href="#deviation-${id}">fail</a>` : state}</td><td>${text}<small><code>${id}</code>, ${source}</small></td></tr>\n`;
  });
  return {
    id: 'requirements',
    heading: 'Requirements',
    count: requirements.length,
    content: html`<details><summary>All statements of the documents</summary>
${filterHtml({ section: 'requirements', entries: 'requirements', by: 'State', kinds: states.map((state) => [state, state]) })}
<table class="list"><thead><tr><th scope="col">State</th><th scope="col">Statement</th></tr></thead>
<tbody>${rows}</tbody></table>
${inapplicable === undefined ? undefined : html`<p>Not applicable to this description: ${inapplicable.join(', ')}.</p>`}</details>`,
  };
}
