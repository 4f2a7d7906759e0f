import type { Report } from '../report.ts';
import { type UndecidedCause, undecidedCauses } from '../undecided.ts';
import { plural } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

export function undecidedSection({ results }: Pick<Report, 'results'>): Section | undefined {
  const causes = undecidedCauses(results);
  if (causes.length === 0) return undefined;
  return {
    id: 'undecided',
    heading: 'Not decided',
    count: results.filter(({ verdict }) => verdict === 'inconclusive').length,
    content: html`<p class="note">What would decide it, and the checks that wait for it.</p>
<ul class="entries">${causes.map(entryHtml)}</ul>`,
  };
}

function entryHtml({ remedy, reason, checks }: UndecidedCause): Html {
  return html`<li>${remedy} <small>${reason}</small>
<details><summary>${plural(checks.length, 'check')}</summary><ul>${checks.map((check) => html`<li><code>${check}</code></li>`)}</ul></details></li>
`;
}
