import { bundled } from '../specification/bundled.ts';
import type { Tried } from './tried.ts';

/** A column of a table: subjects, and the words for those that were judged correctly. */
export interface Column {
  readonly title: string;
  readonly of: readonly Tried[];
}

/** The table of correct judgements by requirement. */
export function tableByRequirement(...columns: readonly Column[]): string {
  const rows = bundled.requirements.map(({ id }) => id);
  return tableOf('requirement', rows, columns);
}

/** The table of correct judgements by the table of the documents that lists the field. */
export function tableByCatalogue(...columns: readonly Column[]): string {
  const rows = new Set(columns.flatMap(({ of }) => of.map(({ row }) => row)));
  return tableOf('table of the documents', [...rows], columns);
}

/** The share of correct judgements, such as "3 of 4". */
export function shareOf(tried: readonly Tried[]): string {
  return `${tried.filter(({ wrong }) => wrong === undefined).length} of ${tried.length}`;
}

function tableOf(head: string, rows: readonly string[], columns: readonly Column[]): string {
  const lines = rows
    .map((row) => [row, ...columns.map(({ of }) => cellOf(of.filter((tried) => tried.row === row)))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const table = [
    [head, ...columns.map(({ title }) => title)],
    ...lines,
    ['all', ...columns.map(({ of }) => cellOf(of))],
  ];
  const widthOf = (place: number): number => Math.max(...table.map((cells) => cells[place]?.length ?? 0));
  return table
    .map(([name = '', ...cells]) =>
      [name.padEnd(widthOf(0)), ...cells.map((cell, place) => cell.padStart(widthOf(place + 1)))]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellOf(tried: readonly Tried[]): string {
  return tried.length === 0 ? '' : shareOf(tried);
}
