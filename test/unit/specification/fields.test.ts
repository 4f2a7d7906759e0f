import { describe, expect, it } from 'vitest';
import { fields } from '../../../faults/catalogue/fields.ts';
import type { Field } from '../../../faults/catalogue/table.ts';
import { flatten } from '../../../src/schema/places.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { fieldsOfSchema } from '../schema/schemas.ts';

describe('the description lists', () => {
  it('for a Transfer 38 fields that are decided, and one that is not', () => {
    const undecided = [...fieldsOfSchema('Transfer')].filter(([, field]) => 'x-standing' in field);
    expect(undecided.map(([name]) => name)).toEqual(['desiredCompletionDate']);
  });

  it.each(bundled.caseTypes)('for %s every field of the catalogue, and no other', (shape) => {
    const places = [...placesListed(bundled.schemaNamed(shape))];
    const listed = fields.filter((field) => field.shape === shape).map(placeOfField);
    expect(places.toSorted()).toEqual(listed.toSorted());
  });

  it('as required the case and its type, the type of a form and the message of a refusal', () => {
    const required = Object.entries(bundled.description.components.schemas).flatMap(([name, schema]) =>
      (schema.required ?? []).map((field) => `${name} ${field}`),
    );
    const editions = ['TA6_4th', 'TA6_5th', 'TA6_6th', 'TA7_3rd', 'TA7_4th', 'TA7_5th'];
    expect(required.toSorted()).toEqual(
      [
        'CaseBase caseId',
        ...bundled.caseTypes.map((shape) => `${shape} caseType`),
        ...editions.map((edition) => `${edition} type`),
        'Error message',
      ].toSorted(),
    );
  });

  it('one closed object', () => {
    const closed = Object.entries(bundled.description.components.schemas).filter(
      ([, schema]) => schema.additionalProperties === false,
    );
    expect(closed.map(([name]) => name)).toEqual(['Location']);
  });

  it.each([
    ['Client', 18],
    ['CommunicationPreferences', 4],
    ['Address', 7],
    ['ClientPatch', 7],
    ['OrganisationPayload', 13],
    ['OrganisationUser', 10],
  ])('for %s %i fields', (name, count) => {
    expect(fieldsOfSchema(name).size).toBe(count);
  });
});

function* placesListed(schema: Schema, pointer = '', edition = ''): Generator<string> {
  const { properties = {}, items, oneOf = [] } = flatten(schema, undefined);
  for (const [name, property] of Object.entries(properties)) {
    yield `${edition} ${pointer}/${name}`;
    yield* placesListed(property, `${pointer}/${name}`, edition);
  }
  // Elements of a list of texts are not fields.
  if (items !== undefined) yield* placesListed(items, `${pointer}/0`, edition);
  for (const option of oneOf)
    yield* placesListed(option, pointer, option.$ref?.slice(option.$ref.lastIndexOf('/') + 1));
}

const placeOfField = ({ pointer, edition }: Field): string => `${edition ?? ''} ${pointer}`;
