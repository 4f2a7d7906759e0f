import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer, Variant } from './behaviour.ts';

/** The facts of one fault or variant; the other ones are shared by a list of them. */
type Row<Facts> = readonly [id: string, title: string, behaviour: Behaviour, facts?: Facts];

type Rows<Facts> = Row<Facts> | readonly Row<Facts>[];

/** The rows as a list. */
function listed<Facts>(rows: Rows<Facts>): readonly Row<Facts>[] {
  return isRow(rows) ? [rows] : rows;
}

function isRow<Facts>(rows: Rows<Facts>): rows is Row<Facts> {
  return typeof rows[0] === 'string';
}

/** Facts about a fault other than what it breaks and how. */
export type FaultFacts = Pick<Fault, 'triedWith' | 'triedIn' | 'unseenBy'>;

export type FaultRow = Row<FaultFacts>;
export type FaultRows = Rows<FaultFacts>;

/** Makes faults that break one statement at one pointer. */
type Faults = (requirement: string, pointer: string, rows: FaultRows) => readonly Fault[];

/** Makes faults that share these facts. */
export function faultsWith(shared: FaultFacts): Faults {
  return (requirement, pointer, rows) =>
    listed(rows).map(([id, title, behaviour, own]) =>
      Object.freeze({ id, title, requirement, pointer, behaviour, ...shared, ...own }),
    );
}

/** Makes faults without further facts. */
export const faultsOf: Faults = faultsWith({});

/** No interaction or probe of `verify` shows it. */
export const unseenByVerify: FaultFacts = Object.freeze({ unseenBy: 'verify' });

/** Makes faults that no interaction or probe of `verify` shows. */
export const faultsUnseenByVerify: Faults = faultsWith(unseenByVerify);

/**
 * Services that answer each of these statuses instead of the correct one.
 * @param subject - the request in words, with its verb
 */
export function wrongStatuses(
  id: string,
  subject: string,
  statuses: readonly number[],
  answering: (answer: ServiceAnswer) => Behaviour,
): readonly FaultRow[] {
  return statuses.map((status) => [
    `${id}-${status}`,
    `${subject} answered ${status}`,
    answering(answerOfStatus(status)),
  ]);
}

/** Only one of two clients shows it, or it affects the other one. */
export const triedWithTwoClients: FaultFacts = Object.freeze({ triedWith: 'two clients' });

/** The first reading removes the client's known fields. */
export const triedWithKnownFields: FaultFacts = Object.freeze({ triedWith: 'known fields' });

/** It concerns cases of the realistic organisation, which `verify` does not use: it sets up cases of its own. */
export const inRealistic: FaultFacts = Object.freeze({ triedIn: 'realistic', unseenBy: 'verify' });

/** The name of an operation as a part of an id. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Facts about a variant other than what permits it. */
type VariantFacts = Pick<Variant, 'operations' | 'triedWith' | 'triedIn' | 'isOfWire' | 'denies'>;

export type VariantRow = Row<VariantFacts>;

/** Makes variants that one row of the register leaves open, or permits. */
type Variants = (requirement: string, rows: Rows<VariantFacts>) => readonly Variant[];

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
