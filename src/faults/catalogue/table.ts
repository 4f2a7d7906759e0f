import type { Kind } from './kinds.ts';

export type Shape = 'Sale' | 'Purchase' | 'Remortgage' | 'Transfer';

export type Edition = 'TA6_4th' | 'TA6_5th' | 'TA6_6th' | 'TA7_3rd' | 'TA7_4th' | 'TA7_5th';

export interface Field {
  readonly shape: Shape;
  readonly pointer: string;
  readonly kind: Kind;
  readonly required?: true;
  /** The edition of the form that lists the field; absent outside the forms. */
  readonly edition?: Edition;
  /** The section of the catalogue that lists the field. */
  readonly section: string;
}

/** A row of a table as the documents print it: a kind, and the names that share it. */
export type Row = readonly [kind: Kind, names: string, required?: 'required'];

export interface Place {
  readonly shape: Shape;
  readonly section: string;
  readonly edition?: Edition;
  /** The object that holds the fields, as a JSON pointer; the record itself when absent. */
  readonly under?: string;
}

export const namesIn = (names: string): readonly string[] => names.trim().split(/\s+/);

export function fieldsOfTable({ under = '', ...place }: Place, rows: readonly Row[]): readonly Field[] {
  return rows.flatMap(([kind, names, required]) =>
    namesIn(names).map((name) => ({
      ...place,
      pointer: `${under}/${name}`,
      kind,
      ...(required === undefined ? {} : { required: true as const }),
    })),
  );
}
