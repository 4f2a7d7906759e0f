import type { CheckResult, Verdict } from '../../conformance/result.ts';
import type { Report } from '../report.ts';
import type { Paint } from './paint.ts';

interface Row {
  readonly operation: string;
  readonly deviates: boolean;
  /** Each such as `2 deviations`. */
  readonly cells: readonly string[];
}

/** A row for each operation: passed checks, deviations, undecided checks and requests sent. */
export function overview(
  {
    results,
    deviations,
    requestsByOperation = {},
  }: Pick<Report, 'results' | 'deviations' | 'requestsByOperation'>,
  paint: Paint,
): string {
  const rows = [...Map.groupBy(results, ({ operation }) => operation)].map(
    ([operation, ofOperation]): Row => {
      const deviating = deviations.filter(({ operations }) => operations.includes(operation)).length;
      const requests = requestsByOperation[operation];
      return {
        operation,
        deviates: deviating > 0,
        cells: [
          `${withVerdict(ofOperation, 'pass')} pass`,
          `${deviating} deviation${deviating === 1 ? '' : 's'}`,
          `${withVerdict(ofOperation, 'inconclusive')} undecided`,
          ...(requests === undefined ? [] : [`${requests} request${requests === 1 ? '' : 's'}`]),
        ],
      };
    },
  );
  const columns = aligned(rows.map(({ cells }) => cells));
  const longest = Math.max(0, ...rows.map(({ operation }) => operation.length));
  return rows
    .map(({ operation, deviates }, index) => {
      const line = `${operation.padEnd(longest)}  ${columns[index]}`;
      return deviates ? paint('red', line) : line;
    })
    .join('\n');
}

function withVerdict(results: readonly CheckResult[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}

/** Aligns the cells of each column: numbers to the right, words to the left. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const split = rows.map((row) => row.map((cell) => cell.split(' ')));
  const width = (column: number, part: number): number =>
    Math.max(...split.map((row) => row[column]?.[part]?.length ?? 0));
  return split.map((row) =>
    row
      .map(([number = '', word = ''], column) =>
        [number.padStart(width(column, 0)), word.padEnd(width(column, 1))].join(' '),
      )
      .join('  ')
      .trimEnd(),
  );
}
