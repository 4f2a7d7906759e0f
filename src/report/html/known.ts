import type { KnownGroup, Summary } from '../summary.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

/**
 * The section of deviations that do not count, because they are waived or in the baseline, and of fixed deviations of
 * the baseline.
 */
export function knownSection({ known, sinceBaseline }: Summary): Section | undefined {
  if (known.length === 0) return undefined;
  return {
    id: 'known',
    heading: 'Known deviations',
    content: html`${known.map(groupHtml)}
${sinceBaseline.length === 0 ? undefined : html`<p class="notice">The baseline is of a run that differs in ${sinceBaseline.join(', ')}.</p>`}`,
  };
}

function groupHtml({ heading, entries }: KnownGroup): Html {
  const items = entries.map(
    ({ headline, details }) => html`<li>${headline}. <small>${details}</small></li>\n`,
  );
  return html`<h3>${heading}</h3>\n<ul class="entries">${items}</ul>\n`;
}
