import { describe, expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import type { Check } from '../../../src/harness/check.ts';
import { memberOf, pointerTokens, valueAt } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Description, OperationId } from '../../../src/specification/description.ts';
import { openSpecification } from '../../../src/specification/open.ts';
import { isDecidable } from '../../../src/specification/requirements.ts';
import type { Specification } from '../../../src/specification/specification.ts';
import { list, named, object, row, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';

type Editable = {
  paths: Record<string, unknown>;
  components: { schemas: Record<string, Record<string, unknown>> };
};

function openedWith(edit: (description: Editable) => void): Specification {
  const copy = JSON.parse(JSON.stringify(bundled.description));
  edit(copy);
  return openSpecification(copy as Description);
}

describe('the words of a row', () => {
  test('are its own, where its places are as they were', () => {
    const same = openedWith(() => {});
    expect(same.requirements).toEqual(bundled.requirements);
    expect(same.inapplicable).toEqual([]);
  });

  test('are drawn from the description, where that says otherwise, and said to be', () => {
    const { requirementNamed } = openedWith(({ components: { schemas } }) => {
      schemas.ListingGrade = { enum: ['grade I', 'grade III'] };
    });
    expect(requirementNamed('ta6-5th-listing-grade')).toMatchObject({
      text: "TA6.listingGrade of TA6_5th: one of 'grade I', 'grade III'.",
      source: `the changed description, instead of ${bundled.requirementNamed('ta6-5th-listing-grade').source}`,
    });
  });
});

test('rows that nothing names any more do not apply', () => {
  const { inapplicable, requirements } = openedWith(({ components: { schemas } }) => {
    delete (schemas.CaseBase as { properties: Record<string, unknown> }).properties.price;
  });
  expect(inapplicable).toEqual(['case-price']);
  expect(requirements.map(({ id }) => id)).not.toContain('case-price');
});

const placesOfOperations = Object.entries(bundled.description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [path, method, operation] as const),
);

test.each(placesOfOperations)(
  'without %s, what only its %s decides does not apply',
  (path, method, operation) => {
    const id = memberOf(operation, 'operationId');
    const ofIt = (one: Check) => one.operation === id;
    const checks = checksOf(bundled);
    const decidedElsewhere = new Set(checks.filter((one) => !ofIt(one)).flatMap((one) => one.requirements));
    const rows = new Set(checks.filter(ofIt).flatMap((one) => one.requirements));
    const decidedByIt = [...rows].filter(
      (row) => isDecidable(bundled.requirementNamed(row)) && !decidedElsewhere.has(row),
    );
    const { inapplicable, requirementNamed } = openedWith(({ paths }) => {
      delete (paths[path] as Record<string, unknown>)[method];
    });
    const gone = inapplicable.filter((row) => isDecidable(requirementNamed(row)));
    const unmarked = decidedByIt.filter((row) => !gone.includes(row));
    expect(
      unmarked.map((row) => `The row ${row} is decided by ${id} alone: add \`operation: ${id}\`.`),
    ).toEqual([]);
    // Readings after a change of another resource decide the row too, if their operation is described.
    expect([...rows]).toEqual(expect.arrayContaining(gone));
    expect(gone).not.toEqual([]);
  },
);

test('the checks of an operation that is not described are left out', () => {
  const checks = checksOf(openedWith(({ paths }) => delete paths['/api/v2/org']));
  const operations = new Set(checks.map(({ operation }) => operation));
  expect([...operations]).not.toContain('createOrganisation');
  expect([...operations]).toContain('getCaseData');
});

test('operations are known by their paths, whatever they and their parameters are called', () => {
  const { requirementOfOperation, operationAt } = openedWith(({ paths }) => {
    const item = paths['/api/v2/cases/{id}/data'] as { get: Record<string, unknown> };
    delete paths['/api/v2/cases/{id}/data'];
    const { operationId: _, 'x-requirement': __, ...get } = item.get;
    paths['/api/v2/cases/{caseId}/data'] = { get: { ...get, operationId: 'readCase' } };
  });
  expect(operationAt('GET', '/api/v2/cases/1/data')).toBe('getCaseData');
  expect(requirementOfOperation('getCaseData')).toBe('case-data-200');
});

test('an operation at another path, or of another method, is not the one of that name', () => {
  const moved = openedWith(({ paths }) => {
    paths['/api/v2/records/{id}'] = paths['/api/v2/cases/{id}/data'];
    delete paths['/api/v2/cases/{id}/data'];
    const { patch } = paths['/api/v2/clients/{id}'] as { patch: unknown };
    paths['/api/v2/clients/{id}'] = { put: patch };
  });
  expect(
    ['getCaseData', 'updateClient', 'listCases'].map((id) => moved.describes(id as OperationId)),
  ).toEqual([false, false, true]);
  expect(moved.operationAt('GET', '/api/v2/records/1')).toBeUndefined();
});

test.each([
  ['within another schema', '#/components/schemas/Location/properties/latitude'],
  ['in a parameter', '#/components/parameters/CaseId/schema'],
  [
    'in a response',
    '#/paths/~1api~1v2~1cases~1%7Bid%7D~1data/get/responses/404/content/application~1json/schema',
  ],
])('a reference may lead to a schema %s', (_, $ref) => {
  const { validate, schemaNamed } = openedWith(({ components: { schemas } }) => {
    (schemas.CaseBase as { properties: Record<string, unknown> }).properties.same = { $ref };
  });
  expect(schemaNamed('CaseBase').properties).toHaveProperty('same');
  expect(validate('CaseBase', { same: [] }).map(({ pointer }) => pointer)).toContain('/same');
});

test('true and false are schemas wherever one may be', () => {
  const { validate } = openedWith(({ paths, components }) => {
    const never: unknown = { allOf: [true, false] };
    Object.assign(components.schemas, { Anything: true, Nothing: false, Never: never });
    Object.assign(components.schemas.CaseBase?.properties as object, {
      either: { anyOf: [false, { $ref: '#/components/schemas/Nothing' }] },
      ruled: { $ref: '#/components/schemas/Rules/patternProperties/a' },
      ...{ nothing: false, none: { type: 'array', items: false } },
    });
    components.schemas.Rules = { patternProperties: { a: false }, additionalProperties: false };
    paths['/new'] = { get: { responses: { 200: { content: { 'application/json': { schema: true } } } } } };
  });
  const isRight = (name: string, value: unknown): boolean => validate(name, value).length === 0;
  expect(['Anything', 'Nothing', 'Never'].map((name) => isRight(name, 1))).toEqual([true, false, false]);
  expect(
    validate('CaseBase', { either: 1, ruled: 1, nothing: 1, none: [1] }).map(({ pointer }) => pointer),
  ).toEqual(expect.arrayContaining(['/either', '/ruled', '/nothing', '/none/0']));
  expect(validate('Rules', { b: 1 })).toMatchObject([{ keyword: 'additionalProperties' }]);
});

test('a discriminator that tells nothing apart, or more than Ajv can, asks for nothing', () => {
  const discriminator = { propertyName: 'kind' };
  const { validate } = openedWith(({ components: { schemas } }) => {
    schemas.Base = { type: 'object', discriminator, properties: { kind: { type: 'string' } } };
    schemas.Inherited = {
      discriminator,
      oneOf: ['a', 'b'].map((kind) => ({
        required: ['kind'],
        allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { kind: { const: kind } } }],
      })),
    };
    schemas.Numbered = { discriminator, oneOf: [{ required: ['kind'], properties: { kind: { const: 1 } } }] };
  });
  expect(validate('Base', {})).toEqual([]);
  expect(['a', 'c'].map((kind) => validate('Inherited', { kind }).length === 0)).toEqual([true, false]);
  expect([1, 2].map((kind) => validate('Numbered', { kind }).length === 0)).toEqual([true, false]);
});

const judging = yamlOf(new URL('./judging-schemas.yaml', import.meta.url), tableOf(row(object, list, list)));

test.each(named(judging))('values are judged by %s', (_, Other, right, wrong) => {
  const { validate } = openedWith(({ components }) => Object.assign(components.schemas, { Other }));
  const isRight = (value: unknown): boolean => validate('Other', value).length === 0;
  expect(right.filter((value) => !isRight(value))).toEqual([]);
  expect(wrong.filter(isRight)).toEqual([]);
});

const unusable = yamlOf(new URL('./unusable.yaml', import.meta.url), tableOf(row(text, text, list)));

test.each(named(unusable))('a description with %s cannot be used', (_, place, words, values) => {
  const edit = (description: Editable): void => {
    const holder = valueAt(description, place.slice(0, place.lastIndexOf('/'))) as Record<string, unknown>;
    const name = pointerTokens(place).at(-1) ?? '';
    if (values.length === 0) delete holder[name];
    else [holder[name]] = values;
  };
  expect(() => openedWith(edit)).toThrow(
    expect.objectContaining({ code: 'DESCRIPTION_WRONG', message: expect.stringContaining(words) }),
  );
});
