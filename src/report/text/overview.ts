import type { Layout } from '../document.ts';
import type { OperationSummary, Summary } from '../summary.ts';
import { plural } from '../words.ts';

export function overview({ operations }: Summary, { paint }: Layout): string {
  const rows = operations.map(cellsOf);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(([name = '', ...cells], index) => {
      const aligned = cells.map((cell, column) => cell.padStart(widths[column + 1] ?? 0));
      const line = [name.padEnd(widths[0] ?? 0), ...aligned].join('  ');
      return (operations[index]?.failed ?? 0) > 0 ? paint('red', line) : line;
    })
    .join('\n');
}

function cellsOf({ operation, verdicts, failed, requests }: OperationSummary): string[] {
  const counts = [`${verdicts.pass} passed`, `${failed} failed`, `${verdicts.inconclusive} undecided`];
  return [operation, ...counts, ...(requests === undefined ? [] : [plural(requests, 'request')])];
}
