import { contradictionIn, driftReasons } from '../drift-words.ts';
import type { Summary } from '../summary.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

/**
 * The section on drift: how the served description differs from the agreed one, and which of the two the answers
 * follow.
 */
export function driftSection({ report: { drift }, drift: entries }: Summary): Section | undefined {
  if (drift === undefined) return undefined;
  const section = { id: 'drift', heading: 'The served description' };
  if (drift.state === 'not-compared')
    return { ...section, content: html`<p>It was not compared. ${driftReasons[drift.reason]}</p>` };
  const contradiction = contradictionIn(drift);
  return {
    ...section,
    count: (drift.state === 'none' ? 0 : drift.count) + drift.contradicting.length,
    content: html`${
      entries.length === 0
        ? html`<p>It says what was agreed.</p>`
        : html`<ul class="entries">${entries.map(({ line, verdict }) => html`<li><code>${line}</code> <small>${verdict}</small></li>\n`)}</ul>`
    }
${contradiction === undefined ? undefined : html`<p>${contradiction}</p>`}`,
  };
}
