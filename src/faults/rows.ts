import type { Behaviour } from './behaviour.ts';

/** The facts of one fault or variant; the other ones are shared by a list of them. */
export type Row<Facts> = readonly [id: string, title: string, behaviour: Behaviour, facts?: Facts];

export type Rows<Facts> = Row<Facts> | readonly Row<Facts>[];

/** The rows as a list. */
export function listed<Facts>(rows: Rows<Facts>): readonly Row<Facts>[] {
  return isRow(rows) ? [rows] : rows;
}

function isRow<Facts>(rows: Rows<Facts>): rows is Row<Facts> {
  return typeof rows[0] === 'string';
}
