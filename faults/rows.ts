import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer, Variant } from './behaviour.ts';

/** `own` has the facts of this row alone. */
type Row<Own> = readonly [id: string, title: string, behaviour: Behaviour, own?: Own];

type Rows<Own> = Row<Own> | readonly Row<Own>[];

type Facts<Subject extends Fault | Variant> = Omit<Subject, 'id' | 'title' | 'behaviour'>;

type OwnFacts<Subject extends Fault | Variant> = Partial<Omit<Facts<Subject>, 'requirement' | 'pointer'>>;

export type FaultFacts = OwnFacts<Fault>;

export type FaultRow = Row<FaultFacts>;

export type VariantRow = Row<OwnFacts<Variant>>;

/**
 * Makes faults of one statement.
 * @param shared - the facts of all rows; without a pointer, the whole answer is wrong
 */
export function faultsOf(
  { pointer = '', ...shared }: Omit<Facts<Fault>, 'pointer'> & Partial<Pick<Fault, 'pointer'>>,
  rows: Rows<FaultFacts>,
): readonly Fault[] {
  return withFacts({ pointer, ...shared }, rows);
}

export function variantsOf(shared: Facts<Variant>, rows: Rows<OwnFacts<Variant>>): readonly Variant[] {
  return withFacts(shared, rows);
}

function withFacts<Shared, Own>(shared: Shared, rows: Rows<Own>) {
  return (isRow(rows) ? [rows] : rows).map(([id, title, behaviour, own]) =>
    Object.freeze({ id, title, behaviour, ...shared, ...own }),
  );
}

function isRow<Own>(rows: Rows<Own>): rows is Row<Own> {
  return typeof rows[0] === 'string';
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
): readonly FaultRow[] {
  return statuses.map((status) => [
    `${id}-${status}`,
    `${subject} answered ${status}`,
    answering(answerOfStatus(status)),
  ]);
}

export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
