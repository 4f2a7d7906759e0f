import type { Evidence } from '../../trace/evidence.ts';
import { type Outcome, outcomesShown } from '../outcomes.ts';
import type { OperationSummary, Summary } from '../summary.ts';
import { numeral } from '../words.ts';
import { breakable, type Html, html } from './html.ts';
import type { PageSection } from './section.ts';

export function matrixSection({ operations, report }: Summary): PageSection {
  const shown = outcomesShown(operations);
  return {
    id: 'operations',
    heading: 'Operations',
    content: html`<table class="matrix">
<thead><tr><td></td>${shown.map((outcome) => html`<th scope="col">${outcome}</th>`)}</tr></thead>
<tbody>
${operations.map((operation) => rowHtml(operation, shown, report.exchanges))}
</tbody>
</table>
<p class="note">An answer counts for each operation whose checks looked at it.</p>`,
  };
}

function answersInWords({ results }: OperationSummary, exchanges: readonly Evidence[]): string {
  const seen = new Set(results.flatMap(({ evidence }) => evidence));
  return [...Map.groupBy(seen, (place) => exchanges[place]?.response.status ?? 0)]
    .toSorted(([one], [other]) => one - other)
    .map(([status, some]) => `${status}: ${numeral(some.length)}`)
    .join(', ');
}

function rowHtml(summary: OperationSummary, shown: readonly Outcome[], exchanges: readonly Evidence[]): Html {
  const { operation, outcomes } = summary;
  return html`<tr><th scope="row">${breakable(operation, /(?=[A-Z])/)}<small>${answersInWords(summary, exchanges)}</small></th>${shown.map((outcome) => cellHtml(outcome, outcomes[outcome], operation))}</tr>
`;
}

function cellHtml(outcome: Outcome, number: number, operation: string): Html {
  if (number === 0) return html`<td class="none">0</td>`;
  if (outcome !== 'failed') return html`<td class="${outcome}">${numeral(number)}</td>`;
  return html`<td class="failed"><a href="#deviations" data-narrows="deviations" data-to="${operation}">${numeral(number)}</a></td>`;
}
