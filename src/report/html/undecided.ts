import type { Report } from '../report.ts';
import { plural } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

/** What was not decided, by what would decide it. */
export function undecidedSection({ results }: Pick<Report, 'results'>): Section | undefined {
  const waiting = results.flatMap(({ id, remedies }) => remedies.map((one) => ({ check: id, ...one })));
  const byRemedy = [...Map.groupBy(waiting, ({ remedy }) => remedy).values()];
  if (byRemedy.length === 0) return undefined;
  return {
    id: 'undecided',
    heading: 'Not decided',
    count: results.filter(({ verdict }) => verdict === 'inconclusive').length,
    content: html`<p class="note">What would decide it, and the checks that wait for it.</p>
<ul class="entries">${byRemedy.map(entryHtml)}</ul>`,
  };
}

function entryHtml(alike: readonly { check: string; remedy: string; reason: string }[]): Html {
  const [first] = alike;
  return html`<li>${first?.remedy} <small>${first?.reason}</small>
<details><summary>${plural(alike.length, 'check')}</summary><ul>${alike.map(({ check }) => html`<li><code>${check}</code></li>`)}</ul></details></li>
`;
}
