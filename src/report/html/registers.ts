import type { Requirement } from '../../specification/requirements.ts';
import { outcomeOf } from '../outcomes.ts';
import type { Summary } from '../summary.ts';
import { anchorOf } from './deviations.ts';
import { breakable, html } from './html.ts';
import { wordsHtml } from './list.ts';
import type { PageSection } from './section.ts';
import { tableHtml } from './table.ts';

export function requirementsSection(
  { report: { coverage }, problems }: Summary,
  register: readonly Requirement[],
): PageSection {
  const { requirements } = coverage;
  const rowNamed = new Map(register.map((row) => [row.id, row]));
  const firstProblems = new Map(
    problems
      .toReversed()
      .flatMap((problem) => problem.deviations.map(({ requirement }) => [requirement, problem] as const)),
  );
  const rows = requirements.map(({ id, state }) => {
    const problem = firstProblems.get(id);
    const { text = '', source = '' } = rowNamed.get(id) ?? {};
    return {
      kind: inWords(state),
      state:
        problem === undefined
          ? html`${inWords(state)}`
          : html`<a href="#${anchorOf(problem)}">${inWords(state)}</a>`,
      content: html`${text}<small><code>${breakable(id)}</code>, ${source}</small>`,
    };
  });
  return {
    id: 'requirements',
    heading: 'Statements of the documents',
    count: requirements.length,
    content: html`<details><summary>All statements, also those that are open or cannot be tested</summary>
${tableHtml('requirements', ['State', 'Statement'], rows)}</details>`,
  };
}

export function checksSection({ report: { results }, lists, problems }: Summary): PageSection {
  const undecided = lists.find(({ id }) => id === 'undecided')?.entries ?? [];
  const entries = new Map(undecided.flatMap((entry) => (entry.names ?? []).map((name) => [name, entry])));
  const rows = results.map((result) => {
    const { id, title, remedies } = result;
    const [first] = remedies;
    const outcome = outcomeOf(result);
    const why = entries.get(id) ?? (first && { words: `Not completed: ${first.remedy}` });
    return {
      kind: outcome,
      state: html`${outcome}`,
      content: html`${title}<small><code>${breakable(id)}</code></small>${why && html`<small>${wordsHtml(why, problems)}</small>`}`,
    };
  });
  return {
    id: 'checks',
    heading: 'Checks',
    count: results.length,
    content: html`<details><summary>All checks</summary>
${tableHtml('checks', ['Outcome', 'Check'], rows)}</details>`,
  };
}

function inWords(state: string): string {
  return state === 'inconclusive' ? 'undecided' : state;
}
