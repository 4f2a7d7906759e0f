import type { CheckResult, Verdict } from '../../conformance/result.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { Report } from '../report.ts';
import { numeral } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

const verdicts: readonly Verdict[] = ['pass', 'fail', 'inconclusive'];

interface Row {
  readonly operation: string;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** For each status, the number of answers, and of those that show a deviation. */
  readonly answers: ReadonlyMap<number, { readonly all: number; readonly deviating: number }>;
}

/** The section that shows the verdicts and the answer statuses of each operation. */
export function matrixSection({ results, exchanges }: Pick<Report, 'results' | 'exchanges'>): Section {
  const rows = [...Map.groupBy(results, ({ operation }) => operation)].map(([operation, some]) =>
    rowOf(operation, some, exchanges),
  );
  const statuses = [...new Set(rows.flatMap(({ answers }) => [...answers.keys()]))].sort((a, b) => a - b);
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
${rows.map((row) => rowHtml(row, statuses))}
</tbody>
</table>
</div>
<p class="note">An answer counts for each operation whose checks looked at it. Marked are the answers that show a deviation.</p>`,
  };
}

function rowOf(operation: string, results: readonly CheckResult[], exchanges: readonly Evidence[]): Row {
  const deviating = new Set(results.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)));
  const seen = new Set(results.flatMap(({ evidence }) => evidence));
  const byStatus = Map.groupBy(seen, (place) => exchanges[place]?.response.status ?? 0);
  return {
    operation,
    verdicts: { pass: 0, fail: 0, inconclusive: 0, ...countsOf(results) },
    answers: new Map(
      [...byStatus].map(([status, some]) => [
        status,
        { all: some.length, deviating: some.filter((place) => deviating.has(place)).length },
      ]),
    ),
  };
}

function countsOf(results: readonly CheckResult[]): Partial<Record<Verdict, number>> {
  const byVerdict = [...Map.groupBy(results, ({ verdict }) => verdict)];
  return Object.fromEntries(byVerdict.map(([verdict, some]) => [verdict, some.length]));
}

function rowHtml({ operation, verdicts: numbers, answers }: Row, statuses: readonly number[]): Html {
  return html`<tr><th scope="row">${operation}</th>${verdicts.map((verdict) => verdictHtml(verdict, numbers[verdict], operation))}${statuses.map((status) => answersHtml(answers.get(status)))}</tr>
`;
}

/** The number of failed checks links to the deviations. */
function verdictHtml(verdict: Verdict, number: number, operation: string): Html {
  if (number === 0) return html`<td class="none">0</td>`;
  if (verdict !== 'fail') return html`<td class="${verdict}">${numeral(number)}</td>`;
  return html`<td class="fail"><a href="#deviations" data-narrows="deviations" data-to="${operation}">${numeral(number)}</a></td>`;
}

function answersHtml(answers: { readonly all: number; readonly deviating: number } | undefined): Html {
  if (answers === undefined) return html`<td></td>`;
  const { all, deviating } = answers;
  if (deviating === 0) return html`<td>${numeral(all)}</td>`;
  return html`<td class="fail">${numeral(all)}<small>${numeral(deviating)} deviate</small></td>`;
}
