import type { Verdict } from '../../conformance/result.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { OperationSummary, Summary } from '../summary.ts';
import { numeral } from '../words.ts';
import { breakable, type Html, html } from './html.ts';
import { inWords } from './registers.ts';
import type { PageSection } from './section.ts';

const verdicts: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'undecided',
};

export function matrixSection({ operations, report }: Summary): PageSection {
  return {
    id: 'operations',
    heading: 'Operations',
    content: html`<table class="matrix">
<thead><tr><td></td>${Object.values(verdicts).map((words) => html`<th scope="col">${words}</th>`)}</tr></thead>
<tbody>
${operations.map((operation) => rowHtml(operation, report.exchanges))}
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

function rowHtml(summary: OperationSummary, exchanges: readonly Evidence[]): Html {
  const { operation, verdicts: numbers } = summary;
  return html`<tr><th scope="row">${breakable(operation, /(?=[A-Z])/)}<small>${answersInWords(summary, exchanges)}</small></th>${(Object.keys(verdicts) as Verdict[]).map((verdict) => verdictHtml(verdict, numbers[verdict], operation))}</tr>
`;
}

function verdictHtml(verdict: Verdict, number: number, operation: string): Html {
  if (number === 0) return html`<td class="none">0</td>`;
  if (verdict !== 'fail') return html`<td class="${inWords(verdict)}">${numeral(number)}</td>`;
  return html`<td class="fail"><a href="#deviations" data-narrows="deviations" data-to="${operation}">${numeral(number)}</a></td>`;
}
