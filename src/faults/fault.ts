import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from './behaviour.ts';
import { listed, type Row, type Rows } from './rows.ts';

/** What is known of a fault besides what it breaks and how. */
export type FaultFacts = Pick<Fault, 'triedWith' | 'triedIn' | 'unseenBy'>;

export type FaultRow = Row<FaultFacts>;
export type FaultRows = Rows<FaultFacts>;

/** Faults that break one statement, and show at one place. */
export type Faults = (requirement: string, pointer: string, rows: FaultRows) => readonly Fault[];

/** How faults are made of which the same is known. */
export function faultsWith(shared: FaultFacts): Faults {
  return (requirement, pointer, rows) =>
    listed(rows).map(([id, title, behaviour, own]) =>
      Object.freeze({ id, title, requirement, pointer, behaviour, ...shared, ...own }),
    );
}

/** Faults of which nothing more is known. */
export const faultsOf: Faults = faultsWith({});

/** No interaction or probe of `verify` shows it. */
export const unseenByVerify: FaultFacts = Object.freeze({ unseenBy: 'verify' });

/** Faults that no interaction or probe of `verify` shows. */
export const faultsUnseenByVerify: Faults = faultsWith(unseenByVerify);

/**
 * Services that answer each of these statuses in place of the right one.
 * @param subject - what is answered so, with its verb
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

/** It is of one client and not of another, or is about what becomes of the other. */
export const triedWithTwoClients: FaultFacts = Object.freeze({ triedWith: 'two clients' });

/** What a client is known to show is gone by the first reading. */
export const triedWithKnownFields: FaultFacts = Object.freeze({ triedWith: 'known fields' });

/** It is of cases of the realistic organisation, which `verify` does not meet: it sets up cases of its own. */
export const inRealistic: FaultFacts = Object.freeze({ triedIn: 'realistic', unseenBy: 'verify' });

/** The name of an operation as a part of an id. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
