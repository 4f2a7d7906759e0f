import { type NumberedRecords, numberedRecords, unusualRecords } from '../generation/numbered.ts';
import type { GeneratedType } from '../generation/records.ts';
import type { Demo } from '../reference/demo.ts';
import { memoised } from '../schema/memoised.ts';
import type { Specification } from '../specification/specification.ts';

export type StubRecords = (type: GeneratedType) => NumberedRecords;

export function openRecords(specification: Specification, seed: number, isUnusual: boolean): StubRecords {
  const make = isUnusual ? unusualRecords : numberedRecords;
  return memoised((type: GeneratedType) => make({ type, specification }, seed));
}

export type Numbering = (type: GeneratedType, identifier: string) => number;

/**
 * Always gives the same record to a case or client. The number of the record is the position among the cases of one
 * type, or among the clients, of an organisation.
 */
export function numberedByPlace({ organisations }: Demo): Numbering {
  const places = new Map<string, number>();
  for (const { cases, clients } of organisations) {
    for (const ofType of Map.groupBy(cases, ({ record }) => record.caseType).values())
      for (const [place, { record }] of ofType.entries()) places.set(String(record.caseId), place);
    for (const [place, { id }] of clients.entries()) places.set(String(id), place);
  }
  return (_type, identifier) => places.get(identifier) ?? 0;
}

/** A different record in each answer: the records of each type in turn. */
export function numberedInTurn(): Numbering {
  const next = new Map<GeneratedType, number>();
  return (type) => {
    const number = next.get(type) ?? 0;
    next.set(type, number + 1);
    return number;
  };
}
