import {
  coveringInvalidRecordsOneByOne,
  coveringRecords,
  type GeneratedType,
  generatedTypesOf,
  schemaNameOf,
} from '../../../generation/records.ts';
import { places, requirementAt } from '../../../schema/places.ts';
import { generalPointer, valueAt } from '../../../schema/pointer.ts';
import type { Specification } from '../../../specification/specification.ts';

/** What a field may show, and what it may not. */
export interface FieldExample {
  /** What the field is of, such as Sale. */
  readonly type: GeneratedType;
  readonly pointer: string;
  readonly right: unknown;
  /** Absent where the field is left out. */
  readonly wrong?: unknown;
  /** The keyword of JSON Schema that the wrong value breaks. */
  readonly keyword: string;
}

/** The same examples each time. */
const seed = 1;

/**
 * An example of a field of the requirement, right and wrong; undefined where none of its fields can be wrong so.
 * @param symptom - what is wrong with it; anything, where it is undefined
 */
export function fieldExample(
  specification: Specification,
  requirement: string,
  symptom: string | undefined,
): FieldExample | undefined {
  for (const type of generatedTypesOf(specification)) {
    const schema = specification.schemaNamed(schemaNameOf(type));
    const wanted = { type, specification, isComplete: true };
    const right = new Map<string, unknown>();
    for (const record of coveringRecords(wanted, seed)) {
      for (const place of places(schema, record))
        if (place.requirement === requirement) right.set(generalPointer(place.pointer), place.value);
    }
    if (right.size === 0) continue;
    for (const { record, pointer, keyword } of coveringInvalidRecordsOneByOne(wanted, seed)) {
      const isOther = symptom !== undefined && keyword.toLowerCase() !== symptom.replaceAll('-', '');
      const place = generalPointer(pointer);
      if (isOther || pointer === '' || !right.has(place)) continue;
      if (requirementAt(schema, record, pointer) !== requirement) continue;
      const wrong = valueAt(record, pointer);
      const shown = wrong === undefined ? {} : { wrong };
      return { type, pointer: place, right: right.get(place), ...shown, keyword };
    }
  }
  return undefined;
}
