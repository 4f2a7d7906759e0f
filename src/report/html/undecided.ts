import type { UndecidedCause } from '../remedies.ts';
import type { Summary } from '../summary.ts';
import { plural } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

export function undecidedSection({ undecided, report }: Summary): Section | undefined {
  if (undecided.length === 0) return undefined;
  return {
    id: 'undecided',
    heading: 'Not decided',
    count: report.summary.inconclusive,
    content: html`<p class="note">What would decide it, and the checks that wait for it.</p>
<ul class="entries">${undecided.map(entryHtml)}</ul>`,
  };
}

function entryHtml({ remedy, reason, checks }: UndecidedCause): Html {
  return html`<li>${remedy} <small>${reason}</small>
<details><summary>${plural(checks.length, 'check')}</summary><ul>${checks.map((check) => html`<li><code>${check}</code></li>`)}</ul></details></li>
`;
}
