import type { Variant } from './behaviour.ts';
import { listed, type Row, type Rows } from './rows.ts';

/** Facts about a variant besides what permits it. */
export type VariantFacts = Pick<Variant, 'operations' | 'triedWith' | 'triedIn' | 'isOfWire' | 'denies'>;

export type VariantRow = Row<VariantFacts>;

/** Makes variants that one row of the register leaves open, or permits. */
export type Variants = (requirement: string, rows: Rows<VariantFacts>) => readonly Variant[];

/** Makes variants that share these facts. */
export function variantsWith(shared: VariantFacts): Variants {
  return (requirement, rows) =>
    listed(rows).map(([id, title, behaviour, own]) =>
      Object.freeze({ id, title, requirement, behaviour, ...shared, ...own }),
    );
}

/** Variants of records. With a provider state, the record would differ from the one that was set up. */
export const variantsOfRecords: Variants = variantsWith({
  operations: ['getCaseData'],
  denies: 'provider states',
});

/** The same for records of the realistic organisation. */
export const variantsOfRealisticRecords: Variants = variantsWith({
  operations: ['getCaseData'],
  triedIn: 'realistic',
  denies: 'provider states',
});
