import type { Behaviour, Fault } from './behaviour.ts';

/** What is particular to a fault; the rest is shared by a list of them. */
export type FaultRow = readonly [id: string, title: string, behaviour: Behaviour];

/** Faults that break one statement, and show at one place. */
export function faultsOf(requirement: string, pointer: string, rows: readonly FaultRow[]): readonly Fault[] {
  return rows.map(([id, title, behaviour]) => Object.freeze({ id, title, requirement, pointer, behaviour }));
}

/** The name of an operation as a part of an id. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
