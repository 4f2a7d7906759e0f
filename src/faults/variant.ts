import type { Behaviour, Variant } from './behaviour.ts';

/** What is particular to a variant; the row that permits it is shared by a list of them. */
export type VariantRow = readonly [id: string, title: string, behaviour: Behaviour];

/** Variants that one row of the register leaves free, or permits. */
export function variantsOf(requirement: string, rows: readonly VariantRow[]): readonly Variant[] {
  return rows.map(([id, title, behaviour]) => Object.freeze({ id, title, requirement, behaviour }));
}
