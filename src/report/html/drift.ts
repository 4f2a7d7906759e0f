import { driftEntries, driftReasons } from '../paragraphs/drift.ts';
import type { Report } from '../report.ts';
import { plural } from '../words.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

/**
 * The section on drift: how the served description differs from the agreed one, and which of the two the answers
 * follow.
 */
export function driftSection({ drift }: Pick<Report, 'drift'>): Section | undefined {
  if (drift === undefined) return undefined;
  const section = { id: 'drift', heading: 'The served description' };
  if (drift.state === 'not-compared')
    return { ...section, content: html`<p>It was not compared. ${driftReasons[drift.reason]}</p>` };
  const { length } = drift.contradicting;
  const differences = drift.state === 'none' ? [] : drift.differences;
  return {
    ...section,
    count: (drift.state === 'none' ? 0 : drift.count) + length,
    content: html`${
      differences.length === 0
        ? html`<p>It says what was agreed.</p>`
        : html`<ul class="entries">${driftEntries(differences).map(({ line, verdict }) => html`<li><code>${line}</code> <small>${verdict}</small></li>\n`)}</ul>`
    }
${length === 0 ? undefined : html`<p>The deployment deviates in ${plural(length, 'place')} where its own description says what was agreed: there, the deployment is wrong.</p>`}`,
  };
}
