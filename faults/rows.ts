import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer, Variant } from './behaviour.ts';

/** `own` has the facts of this row alone. */
type Said<Own> = readonly [title: string, behaviour: Behaviour, own?: Own];

type Rows<Own> = Readonly<Record<string, Said<Own>>>;

type Facts<Subject extends Fault | Variant> = Omit<Subject, 'id' | 'title' | 'behaviour'>;

type OwnFacts<Subject extends Fault | Variant> = Partial<Omit<Facts<Subject>, 'requirement' | 'pointer'>>;

export type FaultFacts = OwnFacts<Fault>;

export type FaultRows = Rows<FaultFacts>;

export type VariantRows = Rows<OwnFacts<Variant>>;

/**
 * Makes faults of one statement: of a table by their ids, or one.
 * @param shared - the facts of all rows; without a pointer, the whole answer is wrong
 */
export function faultsOf({
  pointer = '',
  ...shared
}: Omit<Facts<Fault>, 'pointer'> & Partial<Pick<Fault, 'pointer'>>) {
  return withFacts<FaultFacts, Facts<Fault>>({ pointer, ...shared });
}

export function variantsOf(shared: Facts<Variant>) {
  return withFacts<OwnFacts<Variant>, Facts<Variant>>(shared);
}

function withFacts<Own, Shared>(shared: Shared) {
  return (...[first, ...said]: readonly [rows: Rows<Own>] | readonly [id: string, ...Said<Own>]) =>
    Object.entries(typeof first === 'string' ? { [first]: said as Said<Own> } : first).map(
      ([id, [title, behaviour, own]]) => Object.freeze({ id, title, behaviour, ...shared, ...own }),
    );
}

/** Makes a table of rows that have their ids in themselves. */
export function byId<Own>(rows: readonly (readonly [id: string, ...Said<Own>])[]): Rows<Own> {
  return Object.fromEntries(rows.map(([id, ...said]) => [id, said]));
}

/** An entry of a table of faults or variants that differ in one thing. `words` complete the title. */
export type Entry<Further extends readonly unknown[]> = readonly [
  id: string,
  words: string,
  ...further: Further,
];

export function wrongStatuses(
  id: string,
  subject: string,
  statuses: readonly number[],
  answering: (answer: ServiceAnswer) => Behaviour,
): FaultRows {
  return byId(
    statuses.map((status) => [
      `${id}-${status}`,
      `${subject} answered ${status}`,
      answering(answerOfStatus(status)),
    ]),
  );
}

export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
