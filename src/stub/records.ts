import { type NumberedRecords, numberedRecords, strangeRecords } from '../generation/numbered.ts';
import type { GeneratedType } from '../generation/records.ts';
import type { Specification } from '../specification/specification.ts';

export interface RecordSource {
  readonly specification: Specification;
  readonly seed: number;
  /** Whether the records contain legal values that look wrong. */
  readonly isStrange: boolean;
}

/** The records of a stub by type. */
export type StubRecords = (type: GeneratedType) => NumberedRecords;

export function openRecords({ specification, seed, isStrange }: RecordSource): StubRecords {
  const make = isStrange ? strangeRecords : numberedRecords;
  const opened = new Map<GeneratedType, NumberedRecords>();
  return (type) => {
    const records = opened.get(type) ?? make({ type, specification }, seed);
    opened.set(type, records);
    return records;
  };
}
