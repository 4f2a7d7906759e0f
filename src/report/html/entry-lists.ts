import type { Undecided } from '../remedies.ts';
import type { KnownGroup, Summary } from '../summary.ts';
import { plural } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

// The sections that are simple lists. Each is absent if it is empty.

/**
 * The section of deviations that do not count, because they are waived or in the baseline, and of fixed deviations of
 * the baseline.
 */
export function knownSection({ known, sinceBaseline }: Summary): Section | undefined {
  if (known.length === 0) return undefined;
  return {
    id: 'known',
    heading: 'Known deviations',
    content: html`${known.map(knownHtml)}
${sinceBaseline.length === 0 ? undefined : html`<p class="notice">The baseline is of a run that differs in ${sinceBaseline.join(', ')}.</p>`}`,
  };
}

function knownHtml({ heading, entries }: KnownGroup): Html {
  const items = entries.map(
    ({ headline, details }) => html`<li>${headline}. <small>${details}</small></li>\n`,
  );
  return html`<h3>${heading}</h3>\n<ul class="entries">${items}</ul>\n`;
}

export function undecidedSection({ undecided, report }: Summary): Section | undefined {
  if (undecided.length === 0) return undefined;
  return {
    id: 'undecided',
    heading: 'Not decided',
    count: report.summary.inconclusive,
    content: html`<p class="note">What would decide it, and the checks that wait for it.</p>
<ul class="entries">${undecided.map(undecidedHtml)}</ul>`,
  };
}

function undecidedHtml({ remedy, reason, checks }: Undecided): Html {
  return html`<li>${remedy} <small>${reason}</small>
<details><summary>${plural(checks.length, 'check')}</summary><ul>${checks.map((check) => html`<li><code>${check}</code></li>`)}</ul></details></li>
`;
}

/** The section on the comparison of the served description with the agreed one. */
export function driftSection({ report, drift }: Summary): Section | undefined {
  if (report.drift === undefined) return undefined;
  const entries = drift.map(({ verdict, places }) =>
    places.length === 0
      ? html`<li>${verdict}.</li>\n`
      : html`<li>${verdict}:<ul>${places.map((place) => html`<li><code>${place}</code></li>`)}</ul></li>\n`,
  );
  return {
    id: 'drift',
    heading: 'The served description',
    count: entries.length,
    content:
      entries.length === 0
        ? html`<p>It says what was agreed.</p>`
        : html`<ul class="entries">${entries}</ul>`,
  };
}

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
