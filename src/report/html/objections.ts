import type { Summary } from '../summary.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

/**
 * The section of objections, which are reasons other than deviations why a run fails; faults of the suite come first.
 */
export function objectionsSection({ objections, report: { suiteFaults } }: Summary): Section | undefined {
  if (objections.length === 0 && suiteFaults.length === 0) return undefined;
  const broken = suiteFaults.map(
    ({ check, message }) =>
      html`<li>The suite itself broke in <code>${check}</code>: ${message}. <small>This says nothing of the target. Run again with --debug, and report it.</small></li>\n`,
  );
  const objected = objections.map(({ kind, message }) => html`<li>${message} <small>${kind}</small></li>\n`);
  return {
    id: 'objections',
    heading: 'Objections',
    count: objections.length + suiteFaults.length,
    content: html`<ul class="entries">${broken}${objected}</ul>`,
  };
}
