import type { Kind } from './kinds.ts';

export type Shape = 'Sale' | 'Purchase' | 'Remortgage' | 'Transfer';

export type Edition = 'TA6_4th' | 'TA6_5th' | 'TA6_6th' | 'TA7_3rd' | 'TA7_4th' | 'TA7_5th';

export interface Field {
  readonly shape: Shape | 'Client';
  readonly pointer: string;
  readonly kind: Kind;
  readonly required?: true;
  readonly edition?: Edition;
  readonly section: string;
  readonly requirement: string;
}

/** A row of a table in the documents: a kind of value, a statement, and the names of all fields that have both. */
type Row = readonly [kind: Kind, requirement: string, names: string, required?: 'required'];

interface Place extends Pick<Field, 'shape' | 'section' | 'edition'> {
  /** The JSON pointer to the object with the fields. Default: the record itself. */
  readonly under?: string;
}

export const namesIn = (names: string): readonly string[] => names.trim().split(/\s+/);

export function fieldsOfTable({ under = '', ...place }: Place, rows: readonly Row[]): readonly Field[] {
  return rows.flatMap(([kind, requirement, names, required]) =>
    namesIn(names).map((name) => ({
      ...place,
      pointer: `${under}/${name}`,
      kind,
      requirement,
      ...(required === undefined ? {} : { required: true as const }),
    })),
  );
}
