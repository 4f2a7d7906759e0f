import type { Variant } from './behaviour.ts';
import { listed, type Row, type Rows } from './rows.ts';

/** What is known of a variant besides what permits it. */
export type VariantFacts = Pick<Variant, 'operations' | 'triedWith' | 'triedIn' | 'isOfWire' | 'denies'>;

export type VariantRow = Row<VariantFacts>;

/** Variants that one row of the register leaves free, or permits. */
export type Variants = (requirement: string, rows: Rows<VariantFacts>) => readonly Variant[];

/** How variants are made of which the same is known. */
export function variantsWith(shared: VariantFacts): Variants {
  return (requirement, rows) =>
    listed(rows).map(([id, title, behaviour, own]) =>
      Object.freeze({ id, title, requirement, behaviour, ...shared, ...own }),
    );
}

/** Variants of what a record shows: with a provider state it would be another record than what was set up. */
export const variantsOfRecords: Variants = variantsWith({
  operations: ['getCaseData'],
  denies: 'provider states',
});

/** The same of the records of the realistic organisation. */
export const variantsOfRealisticRecords: Variants = variantsWith({
  operations: ['getCaseData'],
  triedIn: 'realistic',
  denies: 'provider states',
});
