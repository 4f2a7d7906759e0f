import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer, Variant } from './behaviour.ts';

type Row<Facts> = readonly [id: string, title: string, behaviour: Behaviour, facts?: Facts];

type Rows<Facts> = Row<Facts> | readonly Row<Facts>[];

/** The rows as a list, even if there is only one. */
function listed<Facts>(rows: Rows<Facts>): readonly Row<Facts>[] {
  return isRow(rows) ? [rows] : rows;
}

function isRow<Facts>(rows: Rows<Facts>): rows is Row<Facts> {
  return typeof rows[0] === 'string';
}

export type FaultFacts = Pick<Fault, 'triedWith' | 'triedIn' | 'unseenBy'>;

export type FaultRow = Row<FaultFacts>;
export type FaultRows = Rows<FaultFacts>;

type Faults = (requirement: string, pointer: string, rows: FaultRows) => readonly Fault[];

export function faultsWith(shared: FaultFacts): Faults {
  return (requirement, pointer, rows) =>
    listed(rows).map(([id, title, behaviour, own]) =>
      Object.freeze({ id, title, requirement, pointer, behaviour, ...shared, ...own }),
    );
}

export const faultsOf: Faults = faultsWith({});

/** The fact that no request of `verify` shows the fault. */
export const unseenByVerify: FaultFacts = Object.freeze({ unseenBy: 'verify' });

/** Makes faults that no request of `verify` shows. */
export const faultsUnseenByVerify: Faults = faultsWith(unseenByVerify);

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

/** The fact that two clients are needed: only one shows the fault, or it affects the other one. */
export const triedWithTwoClients: FaultFacts = Object.freeze({ triedWith: 'two clients' });

/** The fact that the configuration must list the client's known fields, because the first reading removes them. */
export const triedWithKnownFields: FaultFacts = Object.freeze({ triedWith: 'known fields' });

/** The fact that cases of the realistic organisation show the fault. `verify` does not use them: it sets up its own. */
export const inRealistic: FaultFacts = Object.freeze({ triedIn: 'realistic', unseenBy: 'verify' });

export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type VariantFacts = Pick<Variant, 'operations' | 'triedWith' | 'triedIn' | 'needsSocket' | 'denies'>;

export type VariantRow = Row<VariantFacts>;

type Variants = (requirement: string, rows: Rows<VariantFacts>) => readonly Variant[];

export function variantsWith(shared: VariantFacts): Variants {
  return (requirement, rows) =>
    listed(rows).map(([id, title, behaviour, own]) =>
      Object.freeze({ id, title, requirement, behaviour, ...shared, ...own }),
    );
}

/**
 * Makes variants of case records. These contradict a provider state, since the record differs from the one
 * that was set up.
 */
export const variantsOfRecords: Variants = variantsWith({
  operations: ['getCaseData'],
  denies: 'provider states',
});

export const variantsOfRealisticRecords: Variants = variantsWith({
  operations: ['getCaseData'],
  triedIn: 'realistic',
  denies: 'provider states',
});
