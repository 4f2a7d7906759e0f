import {
  coveringInvalidRecords,
  coveringRecords,
  type GeneratedType,
  generatedTypesOf,
  schemaNameOf,
} from '../../../generation/records.ts';
import { places, requirementAt } from '../../../schema/places.ts';
import { generalPointer, valueAt } from '../../../schema/pointer.ts';
import type { Specification } from '../../../specification/specification.ts';

export interface FieldExample {
  readonly type: GeneratedType;
  readonly pointer: string;
  readonly right: unknown;
  readonly wrong?: unknown;
  readonly keyword: string;
}

const seed = 1;

/**
 * A right and a wrong value of the first field that the requirement is about.
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
    for (const { record, pointer, keyword } of coveringInvalidRecords(wanted, seed)) {
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
