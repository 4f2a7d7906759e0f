import type { OperationSummary, Summary } from '../summary.ts';
import { plural } from '../words.ts';
import type { Layout } from './section.ts';

/** A row for each operation: its checks by what became of them, and the requests sent. */
export function overview({ operations }: Summary, { paint }: Layout): string {
  const columns = aligned(operations.map(cellsOf));
  const longest = Math.max(0, ...operations.map(({ operation }) => operation.length));
  return operations
    .map(({ operation, failed }, index) => {
      const line = `${operation.padEnd(longest)}  ${columns[index]}`;
      return failed > 0 ? paint('red', line) : line;
    })
    .join('\n');
}

function cellsOf({ verdicts, failed, requests }: OperationSummary): string[] {
  return [
    `${verdicts.pass} passed`,
    `${failed} failed`,
    `${verdicts.inconclusive} undecided`,
    ...(requests === undefined ? [] : [plural(requests, 'request')]),
  ];
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
