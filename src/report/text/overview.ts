import type { Layout } from '../document.ts';
import { outcomesShown } from '../outcomes.ts';
import type { Summary } from '../summary.ts';
import { plural } from '../words.ts';

export function overview({ operations }: Summary, { paint }: Layout): string {
  const shown = outcomesShown(operations);
  const rows = operations.map(({ operation, outcomes, requests }) => [
    operation,
    ...shown.map((outcome) => `${outcomes[outcome]} ${outcome}`),
    ...(requests === undefined ? [] : [plural(requests, 'request')]),
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(([name = '', ...cells], index) => {
      const aligned = cells.map((cell, column) => cell.padStart(widths[column + 1] ?? 0));
      const line = [name.padEnd(widths[0] ?? 0), ...aligned].join('  ');
      return (operations[index]?.outcomes.failed ?? 0) > 0 ? paint('red', line) : line;
    })
    .join('\n');
}
