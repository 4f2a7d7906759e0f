import { answerOfStatus } from './answers.ts';
import type { Behaviour, Fault, ServiceAnswer, Variant } from './behaviour.ts';

/** `own` is what holds for this row alone. */
type Row<Facts> = readonly [id: string, title: string, behaviour: Behaviour, own?: Partial<Facts>];

type Rows<Facts> = Row<Facts> | readonly Row<Facts>[];

type Facts<Subject extends Fault | Variant> = Omit<Subject, 'id' | 'title' | 'behaviour'>;

export type FaultRow = Row<Facts<Fault>>;

export type VariantRow = Row<Facts<Variant>>;

/**
 * Makes faults of one statement.
 * @param shared - what holds for all rows; without a pointer, the whole answer is wrong
 */
export function faultsOf(
  { pointer = '', ...shared }: Omit<Facts<Fault>, 'pointer'> & Partial<Pick<Fault, 'pointer'>>,
  rows: Rows<Facts<Fault>>,
): readonly Fault[] {
  return withFacts({ pointer, ...shared }, rows);
}

export function variantsOf(shared: Facts<Variant>, rows: Rows<Facts<Variant>>): readonly Variant[] {
  return withFacts(shared, rows);
}

function withFacts<Shared>(shared: Shared, rows: Rows<Shared>) {
  return (isRow(rows) ? [rows] : rows).map(([id, title, behaviour, own]) =>
    Object.freeze({ id, title, behaviour, ...shared, ...own }),
  );
}

function isRow<Shared>(rows: Rows<Shared>): rows is Row<Shared> {
  return typeof rows[0] === 'string';
}

/** An entry of a table of faults or variants that differ in one thing. The words complete their titles. */
export type Entry<Facts extends readonly unknown[]> = readonly [id: string, words: string, ...facts: Facts];

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
