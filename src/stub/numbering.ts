import type { GeneratedType } from '../generation/records.ts';
import type { Demo } from '../reference/demo.ts';

/** Chooses the record that answers a request about a case or a client. */
export type Numbering = (type: GeneratedType, identifier: string) => number;

/** The same record each time, by the position of the case or client among those of its type in its organisation. */
export function numberedByPlace({ organisations }: Demo): Numbering {
  const places = new Map<string, number>();
  for (const { cases, clients } of organisations) {
    for (const ofType of Map.groupBy(cases, ({ record }) => record.caseType).values())
      for (const [place, { record }] of ofType.entries()) places.set(String(record.caseId), place);
    for (const [place, { id }] of clients.entries()) places.set(String(id), place);
  }
  return (_type, identifier) => places.get(identifier) ?? 0;
}

/** A different record each time: the records of each type in turn. */
export function numberedInTurn(): Numbering {
  const next = new Map<GeneratedType, number>();
  return (type) => {
    const number = next.get(type) ?? 0;
    next.set(type, number + 1);
    return number;
  };
}

/** Always the record with this number. */
export function numberedAlways(number: number): Numbering {
  return () => number;
}
