import type { SeenObservation } from '../../conformance/result.ts';
import { grouped } from '../../schema/grouped.ts';
import type { Requirement } from '../../specification/requirements.ts';
import type { Summary } from '../summary.ts';
import { few } from '../words.ts';
import { type Html, html } from './html.ts';
import { filterHtml, type Section } from './section.ts';

/**
 * The section of observations: the behaviour of the target where the documents leave it open.
 */
export function observationsSection(
  { report: { observations, changes } }: Summary,
  register: readonly Requirement[],
): Section {
  const texts = new Map(register.map(({ id, text }) => [id, text]));
  const byRequirement = [...Map.groupBy(observations.map(partsOf), ({ requirement }) => requirement)];
  return {
    id: 'observations',
    heading: 'Observations',
    count: observations.length,
    content: html`<p class="note">What the target does where the documents leave it free.</p>
${changes?.length === 0 ? html`<p>Everything is as the lock has it.</p>` : undefined}
${filterHtml({ section: 'observations', entries: 'observations', choices: [{ by: 'About', kinds: byRequirement.map(([id]) => id) }] })}
${byRequirement.map(([id, some]) => requirementHtml(id, texts.get(id) ?? id, some))}`,
  };
}

/** The maximum number of subjects that are shown unfolded. */
const mostSubjects = 4;

interface Observed {
  readonly requirement: string;
  readonly subject: string;
  readonly values: readonly string[];
}

/** Splits an observation's id into its requirement and its subject, in which hyphens replace spaces. */
function partsOf({ id, values }: SeenObservation): Observed {
  const [requirement = '', ...subject] = id.split(':');
  return { requirement, subject: subject.join(':').replaceAll('-', ' '), values };
}

/** What was observed of a requirement: each outcome once, with the subjects that had it. */
function requirementHtml(id: string, text: string, observations: readonly Observed[]): Html {
  const alike = grouped(observations, ({ values }) => values.join(', '));
  const rows = alike.map((some) => {
    const [{ values }] = some;
    const subjects = some.map(({ subject }) => subject);
    const named = few(subjects, mostSubjects);
    return html`<div data-kind="${id}"><dt>${subjects.length > mostSubjects ? html`<details><summary>${named}</summary>${subjects.slice(mostSubjects).join(', ')}</details>` : named}</dt><dd>${values.join(', ')}</dd></div>\n`;
  });
  return html`<div data-group>
<h3>${text}</h3>
<dl class="pairs">${rows}</dl>
</div>
`;
}
