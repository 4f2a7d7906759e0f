import type { Kind } from './kinds.ts';

/** The kind of a case record, as `caseType` names it. */
export type Shape = 'Sale' | 'Purchase' | 'Remortgage' | 'Transfer';

export type Edition = 'TA6_4th' | 'TA6_5th' | 'TA6_6th' | 'TA7_3rd' | 'TA7_4th' | 'TA7_5th';

export interface Field {
  /** The record that has the field. */
  readonly shape: Shape | 'Client';
  readonly pointer: string;
  readonly kind: Kind;
  readonly required?: true;
  /** The edition of the form that lists the field. Not set outside forms. */
  readonly edition?: Edition;
  /** The section that lists the field: of the catalogue, or of the interface for clients. */
  readonly section: string;
  /** The row of the register that describes the field, or leaves it open. */
  readonly requirement: string;
}

/** A row of a table in the documents: the kind of value, its statement, and the names of all fields that share both. */
export type Row = readonly [kind: Kind, requirement: string, names: string, required?: 'required'];

export interface Place extends Pick<Field, 'shape' | 'section' | 'edition'> {
  /** The JSON pointer to the object that has the fields; by default the record itself. */
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
