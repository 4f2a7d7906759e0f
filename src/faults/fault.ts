import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from './behaviour.ts';

/** What is known of a fault besides what it breaks and how. */
export type FaultFacts = Pick<Fault, 'triedWith' | 'triedIn' | 'unseenBy'>;

/** What is particular to a fault; the rest is shared by a list of them. */
export type FaultRow = readonly [id: string, title: string, behaviour: Behaviour, facts?: FaultFacts];

/** Faults that break one statement, show at one place, and of which the same is known. */
export function faultsOf(
  requirement: string,
  pointer: string,
  rows: readonly FaultRow[],
  shared: FaultFacts = {},
): readonly Fault[] {
  return rows.map(([id, title, behaviour, own]) =>
    Object.freeze({ id, title, requirement, pointer, behaviour, ...shared, ...own }),
  );
}

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

/** No interaction or probe of `verify` shows it. */
export const unseenByVerify: FaultFacts = Object.freeze({ unseenBy: 'verify' });

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
