import type { Summary } from '../summary.ts';
import { plural } from '../words.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

/** The section of advisories, one entry for each requirement and message. */
export function advisoriesSection({ advisories }: Summary): Section | undefined {
  if (advisories.length === 0) return undefined;
  const entries = advisories.map(({ requirement, message, source, exchange, times }) => {
    const { method, path } = exchange?.request ?? { method: '', path: '' };
    return html`<li>${message}. <small><code>${requirement}</code>, said in ${source}</small><br><small>${method} ${path}${times === 1 ? undefined : `, and ${plural(times - 1, 'more answer')}`}</small></li>\n`;
  });
  return {
    id: 'advisories',
    heading: 'Advisories',
    count: entries.length,
    content: html`<p class="note">The documents leave this free, but public standards do not. It changes no verdict.</p>
<ul class="entries">${entries}</ul>`,
  };
}
