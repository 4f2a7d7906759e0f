import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import type { Redacted } from '../../../src/http/redact.ts';
import { flatten } from '../../../src/schema/places.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Evidence, evidenceOf, excerpt, redactedAnswer } from '../../../src/trace/evidence.ts';

const record = bundled.schemaNamed('CaseRecord');
const request: Evidence['request'] = { method: 'GET', path: '/api/v2/org', credentials: 'member' };

function evidence(
  value: unknown,
  pointers: readonly string[],
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = {
    status: 200,
    headers,
    durationMs: 1.6,
    bodyBytes: 9,
    body: { kind: 'json', value } as const,
  };
  return excerpt({ operation: 'getCaseData', request, response: redactedAnswer(answer, record) }, pointers);
}

function shownBody(value: unknown, ...pointers: string[]): Redacted | undefined {
  return evidence(value, pointers).response.body;
}

describe('evidence', () => {
  test('holds the request, and of the answer what is harmless', () => {
    expect(evidence({ caseType: 'Sale', price: 1 }, ['/price'])).toEqual({
      operation: 'getCaseData',
      request,
      response: {
        status: 200,
        headers: {},
        durationMs: 2,
        bodyBytes: 9,
        body: { caseType: 'Sale', price: 1 },
      },
    });
  });

  test.each([
    [201, { status: 'Active' }],
    [400, '(an object of 1)'],
  ])('of a change with the status %i shows a client only if it is a success', (status, shown) => {
    const value = { status: 'Active' };
    const { body } = evidenceOf(
      {
        ...{ number: 0, call: updateClient('a', '{}'), credentials: 'member', status, headers: {}, text: '' },
        ...{ body: { kind: 'json', value }, bodyBytes: 9, durationMs: 1 },
      },
      bundled,
    ).response;
    expect(body).toEqual(shown);
  });

  test('holds no headers and no body that no finding is about, and no body that is no JSON', () => {
    expect(evidence({ caseType: 'Sale' }, []).response).toEqual({
      ...{ status: 200, durationMs: 2, bodyBytes: 9 },
    });
    const body = { kind: 'not-json', problem: 'other text', message: 'It is not JSON.' } as const;
    const answer = { status: 200, headers: {}, durationMs: 1, bodyBytes: 9, body };
    expect(redactedAnswer(answer, record)).not.toHaveProperty('body');
  });

  test.each([
    ['content-type', 'application/json', true],
    ['content-type', 'application/json; charset=utf-8', true],
    ['content-type', 'Application/Problem+JSON;charset="UTF-8"', true],
    ['content-type', 'text/html; charset=ISO-8859-1', true],
    ['content-type', 'application/json; profile=secret', false],
    ['content-type', 'application/secret', false],
    ['content-type', 'secret/json', false],
    ['content-type', 'secret', false],
    ['content-encoding', 'gzip', true],
    ['content-encoding', 'secret', false],
    ['retry-after', '120', true],
    ['retry-after', 'Fri, 31 Dec 1999 23:59:59 GMT', true],
    ['retry-after', 'secret', false],
    ['location', 'https://acme.example', false],
    ['set-cookie', 'a=b', false],
    ['authorization', 'Bearer secret', false],
    ['www-authenticate', 'Bearer', false],
    ['x-request-id', '1', false],
    ['constructor', 'x', false],
  ])('of the header %s: %s', (name, value, isShown) => {
    expect(evidence({}, [''], { [name]: value }).response.headers).toEqual(isShown ? { [name]: value } : {});
  });
});

describe('a long body is pruned to what its findings are about', () => {
  const long = {
    caseType: 'Sale',
    isSharedOwnership: 'Yes',
    price: 'high',
    location: { latitude: 'north' },
    buyers: new Array(100).fill({ surprise: 'a' }),
    TA6: JSON.parse('{"type":"4th edition","__proto__":1}') as unknown,
  };

  test.each<[string, string[], Redacted]>([
    ['a field', ['/isSharedOwnership'], { isSharedOwnership: 'Yes' }],
    ['two fields', ['/isSharedOwnership', '/price'], { isSharedOwnership: 'Yes', price: 'xxxx' }],
    ['a field within', ['/location/latitude'], { location: { latitude: 'xxxxx' } }],
    ['a field that is missing', ['/caseId'], {}],
    ['a field that is missing within', ['/location/longitude'], { location: {} }],
    ['a place below a value', ['/price/currency'], { price: 'xxxx' }],
    ['what every object has', ['/constructor', '/toString'], {}],
  ])('%s', (_name, pointers, shown) => {
    expect(shownBody(long, ...pointers)).toEqual(shown);
  });

  test('the whole', () => {
    expect(shownBody(long, '')).toBe('(an object of 6)');
    expect(shownBody(long, '', '/caseType')).toEqual({ caseType: 'Sale' });
  });

  test('however many findings there are', () => {
    const everything = { ...long, buyers: new Array(100_000).fill({ name: 'x'.repeat(100) }) };
    const pointers = Array.from({ length: 100 }, (_, at) => `/buyers/${at}/name`);
    expect(JSON.stringify(shownBody(everything, ...pointers)).length).toBeLessThan(20_000);
  });

  test('of deep nesting', () => {
    const deep: unknown = JSON.parse('['.repeat(400_000) + ']'.repeat(400_000));
    const shown = shownBody({ ...long, buyers: deep, surprise: deep }, '/buyers/0', '/surprise/0/0/0');
    expect(JSON.stringify(shown).length).toBeLessThan(500);
  });
});

/** Secret texts that may look like a field's name, as a person's name may. */
const canary = fc.stringMatching(/^[a-z]{4}[@ .'+_]?[a-z]{4}$/).map((text) => `canary${text}`);

test('whatever a record holds, no text of it is in the evidence, unless a vocabulary has it', () => {
  const cases = fc.constantFrom(...bundled.caseTypes).chain((caseType) =>
    canary.chain((secret) =>
      madeFrom(bundled.schemaNamed('CaseRecord'), { caseType }, secret).chain((value) =>
        fc.record({
          secret: fc.constant(secret),
          value: fc.constant(value),
          pointers: pointersInto(value),
        }),
      ),
    ),
  );
  fc.assert(
    fc.property(cases, ({ secret, value, pointers }) => {
      expect(JSON.stringify(evidence(value, pointers))).not.toContain(secret);
    }),
    { seed: 20260, numRuns: 300 },
  );
});

function madeFrom(schema: Schema, tags: object, secret: string): fc.Arbitrary<unknown> {
  const flat = flatten(schema, tags);
  const anything = anywhere(secret);
  if (flat.items !== undefined) {
    const element = madeFrom(flat.items, {}, secret);
    return fc.oneof({ arbitrary: fc.array(element, { maxLength: 3 }), weight: 4 }, anything);
  }
  if (flat.properties === undefined) return anything;
  const properties = Object.entries(flat.properties).map(
    ([name, property]) =>
      [
        name,
        Object.hasOwn(tags, name)
          ? fc.constant(tags[name as never])
          : madeFrom(property, tagsOf(property), secret),
      ] as const,
  );
  const declared = fc.record(Object.fromEntries(properties), { requiredKeys: Object.keys(tags) });
  const undeclared = fc.dictionary(fc.constantFrom(secret, `${secret}!`, 'surprise'), anything, {
    maxKeys: 2,
  });
  return fc.tuple(declared, undeclared).map(([one, other]) => ({ ...other, ...one }));
}

function tagsOf(property: Schema): object {
  const { oneOf = [], discriminator } = flatten(property, undefined);
  const [branch] = oneOf.map((option) => flatten(option, undefined));
  if (discriminator === undefined || branch === undefined) return {};
  return { [discriminator.propertyName]: branch.properties?.[discriminator.propertyName]?.const };
}

function anywhere(secret: string): fc.Arbitrary<unknown> {
  const text = fc.constantFrom(
    secret,
    ` ${secret}`,
    `yes ${secret}`,
    `2025-03-01 ${secret}`,
    `${secret}\u0000`,
  );
  return fc.oneof(
    { arbitrary: text, weight: 5 },
    fc.constantFrom(1, null, true),
    fc.array(text, { maxLength: 2 }),
    fc.dictionary(text, text, { maxKeys: 2 }),
  );
}

function pointersInto(value: unknown): fc.Arbitrary<string[]> {
  const names = Object.keys(Object(value)).map(
    (name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  return fc.array(fc.constantFrom('', '/absent', ...names, ...names.map((name) => `${name}/0`)), {
    minLength: 1,
  });
}
