import { grouped } from '../../schema/grouped.ts';
import type { Requirement } from '../../specification/requirements.ts';
import type { Summary } from '../summary.ts';
import { clipped, few } from '../words.ts';
import { breakable, type Html, html } from './html.ts';
import type { PageSection } from './section.ts';

export function observationsSection(
  { report: { observations, changes } }: Summary,
  register: readonly Requirement[],
): PageSection {
  const texts = new Map(register.map(({ id, text }) => [id, text]));
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
${changes?.length === 0 ? html`<p>Nothing changed since the lock.</p>` : undefined}
${rows.map(({ requirement, alike }) => html`<h3>${texts.get(requirement) ?? requirement}</h3>\n<dl class="pairs">${alike.map(rowHtml)}</dl>\n`)}`,
  };
}

function valuesInWords(values: readonly string[]): string {
  const separator = values.some((value) => value.includes(',')) ? '; ' : ', ';
  return values.map((value) => (value === '' ? 'none' : value)).join(separator);
}

const maxUnfoldedSubjects = 4;
const maxValuesLength = 1_000;

const afterSlash = /(?<=\/)/;

function rowHtml(alike: readonly { readonly subject: string; readonly values: string }[]): Html {
  const subjects = alike.map(({ subject }) => subject);
  const isFolded = subjects.length > maxUnfoldedSubjects;
  const named = breakable(few(subjects, isFolded ? 1 : maxUnfoldedSubjects), afterSlash);
  const folded = html`<details><summary>${named}</summary>${breakable(subjects.slice(1).join(', '), afterSlash)}</details>`;
  const values = clipped(alike[0]?.values ?? '', maxValuesLength);
  return html`<div><dt>${isFolded ? folded : named}</dt><dd>${values}</dd></div>\n`;
}
