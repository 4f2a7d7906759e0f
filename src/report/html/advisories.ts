import { advisoriesByMessage } from '../../acceptance/advisories.ts';
import type { Report } from '../report.ts';
import { plural } from '../words.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

/** The section of advisories, one entry for each requirement and message. */
export function advisoriesSection({
  results,
  exchanges,
  statements,
}: Pick<Report, 'results' | 'exchanges' | 'statements'>): Section | undefined {
  const groups = advisoriesByMessage(results);
  if (groups.length === 0) return undefined;
  const entries = groups.map(([{ requirement, message, exchange }, ...others]) => {
    const { method, path } = exchanges[exchange]?.request ?? { method: '', path: '' };
    const source = statements[requirement]?.source ?? 'a check of your own';
    return html`<li>${message}. <small><code>${requirement}</code>, said in ${source}</small><br><small>${method} ${path}${others.length === 0 ? undefined : `, and ${plural(others.length, 'more answer')}`}</small></li>\n`;
  });
  return {
    id: 'advisories',
    heading: 'Advisories',
    count: entries.length,
    content: html`<p class="note">The documents leave this free, but public standards do not. It changes no verdict.</p>
<ul class="entries">${entries}</ul>`,
  };
}
