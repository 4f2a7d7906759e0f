import type { Verdict } from '../../conformance/result.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { OperationSummary, Summary } from '../summary.ts';
import { numeral } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

const verdicts: readonly Verdict[] = ['pass', 'fail', 'inconclusive'];

/** For each status, the number of answers, and of those that show a deviation. */
type Answers = ReadonlyMap<number, NonNullable<Shown>>;
type Shown = { readonly all: number; readonly deviating: number } | undefined;

/** The section that shows the verdicts and the answer statuses of each operation. */
export function matrixSection({ operations, report }: Summary): Section {
  const answers = operations.map((operation) => answersOf(operation, report.exchanges));
  const statuses = [...new Set(answers.flatMap((some) => [...some.keys()]))].sort((a, b) => a - b);
  return {
    id: 'operations',
    heading: 'Operations',
    content: html`<div class="scrolls" tabindex="0" role="region" aria-label="Operations by verdict and status">
<table class="matrix">
<thead>
<tr><td rowspan="2"></td><th scope="colgroup" colspan="${verdicts.length}">Checks</th>${statuses.length === 0 ? undefined : html`<th scope="colgroup" colspan="${statuses.length}">Answers by status</th>`}</tr>
<tr>${[...verdicts, ...statuses].map((column) => html`<th scope="col">${column}</th>`)}</tr>
</thead>
<tbody>
${operations.map((operation, index) =>
  rowHtml(
    operation,
    statuses.map((status) => answers[index]?.get(status)),
  ),
)}
</tbody>
</table>
</div>
<p class="note">An answer counts for each operation whose checks looked at it. Marked are the answers that show a deviation.</p>`,
  };
}

function answersOf({ results }: OperationSummary, exchanges: readonly Evidence[]): Answers {
  const deviating = new Set(results.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)));
  const seen = new Set(results.flatMap(({ evidence }) => evidence));
  const byStatus = Map.groupBy(seen, (place) => exchanges[place]?.response.status ?? 0);
  return new Map(
    [...byStatus].map(([status, some]) => [
      status,
      { all: some.length, deviating: some.filter((place) => deviating.has(place)).length },
    ]),
  );
}

function rowHtml({ operation, verdicts: numbers }: OperationSummary, answers: readonly Shown[]): Html {
  return html`<tr><th scope="row">${operation}</th>${verdicts.map((verdict) => verdictHtml(verdict, numbers[verdict], operation))}${answers.map(answersHtml)}</tr>
`;
}

/** The number of failed checks links to the deviations. */
function verdictHtml(verdict: Verdict, number: number, operation: string): Html {
  if (number === 0) return html`<td class="none">0</td>`;
  if (verdict !== 'fail') return html`<td class="${verdict}">${numeral(number)}</td>`;
  return html`<td class="fail"><a href="#deviations" data-narrows="deviations" data-to="${operation}">${numeral(number)}</a></td>`;
}

function answersHtml(answers: Shown): Html {
  if (answers === undefined) return html`<td></td>`;
  const { all, deviating } = answers;
  if (deviating === 0) return html`<td>${numeral(all)}</td>`;
  return html`<td class="fail">${numeral(all)}<small>${numeral(deviating)} deviate</small></td>`;
}
