import { grouped } from '../../schema/grouped.ts';
import type { Requirement } from '../../specification/requirements.ts';
import type { Summary } from '../summary.ts';
import { clipped, few } from '../words.ts';
import { breakable, type Html, html } from './html.ts';
import type { Section } from './section.ts';

/** The section of observations: what the target does where the documents leave it open. */
export function observationsSection(
  { report: { observations, changes } }: Summary,
  register: readonly Requirement[],
): Section {
  const texts = new Map(register.map(({ id, text }) => [id, text]));
  // An observation's id is `REQUIREMENT:SUBJECT`, with hyphens for spaces.
  const observed = observations.map(({ id, values }) => {
    const [requirement = '', ...subject] = id.split(':');
    return { requirement, subject: subject.join(':').replaceAll('-', ' '), values: valuesInWords(values) };
  });
  const rows = grouped(observed, ({ requirement }) => requirement).map((some) => ({
    requirement: some[0].requirement,
    alike: grouped(some, ({ values }) => values),
  }));
  return {
    id: 'observations',
    heading: 'Observations',
    count: rows.reduce((sum, { alike }) => sum + alike.length, 0),
    content: html`<p class="note">What the target does where the documents leave it free.</p>
${changes?.length === 0 ? html`<p>Everything is as the lock has it.</p>` : undefined}
${rows.map(({ requirement, alike }) => html`<h3>${texts.get(requirement) ?? requirement}</h3>\n<dl class="pairs">${alike.map(rowHtml)}</dl>\n`)}`,
  };
}

function valuesInWords(values: readonly string[]): string {
  const separator = values.some((value) => value.includes(',')) ? '; ' : ', ';
  return values.map((value) => (value === '' ? 'none' : value)).join(separator);
}

/** The number of subjects shown for one outcome; the rest is folded. */
const mostSubjects = 4;
/** The maximum number of characters of the values. report.json has all. */
const longestValues = 200;

/** A long pointer may break after each slash. */
const afterSlash = /(?<=\/)/;

/** One outcome, with all subjects that had it. */
function rowHtml(alike: readonly { readonly subject: string; readonly values: string }[]): Html {
  const subjects = alike.map(({ subject }) => subject);
  const named = breakable(few(subjects, mostSubjects), afterSlash);
  const folded = html`<details><summary>${named}</summary>${breakable(subjects.slice(mostSubjects).join(', '), afterSlash)}</details>`;
  const values = clipped(alike[0]?.values ?? '', longestValues);
  return html`<div><dt>${subjects.length > mostSubjects ? folded : named}</dt><dd>${values}</dd></div>\n`;
}
