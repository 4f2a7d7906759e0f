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

/** A valid value of a field, and an invalid one. */
export interface FieldExample {
  readonly type: GeneratedType;
  readonly pointer: string;
  readonly right: unknown;
  /** The invalid value; absent if the field must be missing to be invalid. */
  readonly wrong?: unknown;
  /** The JSON Schema keyword that the invalid value breaks. */
  readonly keyword: string;
}

const seed = 1;

/**
 * A valid and an invalid value for a field that the requirement is about; undefined if no field can be
 * invalid in this way.
 * @param symptom - the kind of problem, such as `type`; undefined for any
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
