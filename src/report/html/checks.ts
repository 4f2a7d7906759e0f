import type { Report } from '../report.ts';
import { html } from './html.ts';
import { filterHtml, type Section } from './section.ts';

export function checksSection({ results }: Pick<Report, 'results'>): Section {
  const verdicts = [...new Set(results.map(({ verdict }) => verdict))].sort();
  const rows = results.map(
    ({ id, title, verdict, reason }) =>
      html`<tr data-kind="${verdict}"><td class="${verdict}">${verdict}${reason === undefined ? undefined : html`<small>${reason}</small>`}</td><td>${title}<small><code>${id}</code></small></td></tr>\n`,
  );
  return {
    id: 'checks',
    heading: 'Checks',
    count: results.length,
    content: html`<details><summary>All checks</summary>
${filterHtml({ section: 'checks', entries: 'checks', by: 'Verdict', kinds: verdicts.map((verdict) => [verdict, verdict]) })}
<table class="list"><thead><tr><th scope="col">Verdict</th><th scope="col">Check</th></tr></thead>
<tbody>${rows}</tbody></table></details>`,
  };
}
