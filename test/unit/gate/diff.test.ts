import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { diff } from '../../../src/gate/diff.ts';
import type { Place } from '../../../src/report/diff/report.ts';
import { toYaml } from '../../../src/schema/yaml.ts';
import { temporaryFile } from '../cli/support.ts';
import { json, object, reference, text } from '../regression/descriptions/corpus/describing.ts';
import type { Json } from '../regression/descriptions/corpus/pair.ts';

async function wordAt(place: Place | undefined): Promise<string | undefined> {
  if (place?.file === undefined || place.line === undefined) return undefined;
  const lines = (await readFile(place.file, 'utf8')).split('\n').slice(place.line - 1);
  return lines
    .join('\n')
    .slice((place.column ?? 0) - 1)
    .match(/\w+/)?.[0];
}

const answering = (schema: Json, more: Json = {}): Json => ({
  ...{ openapi: '3.1.0', info: { title: 't', version: '1' } },
  paths: {
    '/a': { get: { responses: { 200: { description: 'a', content: json(schema) } }, ...more } },
  },
});
const tagged = (tag: string, size: Json): Json =>
  object({ 'kind!': { const: tag }, size }, { additionalProperties: false });
const sizes = (cat: Json, dog: Json): Json => ({
  ...answering({ oneOf: [reference('Cat'), reference('Dog')] }),
  components: { schemas: { Cat: tagged('cat', cat), Dog: tagged('dog', dog) } },
});
const listing = (items: Json): Json => ({
  ...answering({ type: 'array', items: { allOf: [{ $ref: '#/components/schemas/Thing' }] } }),
  components: { schemas: { Thing: object({ size: items }), Size: { type: 'string', maxLength: 3 } } },
});
const query = (parameters: readonly Json[]): Json =>
  answering({ type: 'object' }, { parameters: [{ $ref: '#/components/parameters/Page' }, ...parameters] });
const page = { components: { parameters: { Page: { in: 'query', name: 'page', schema: {} } } } };
const long = { type: 'string', maxLength: 9 };

async function compared(before: Json, after: Json, options: Parameters<typeof diff>[2] = {}) {
  const [old, now] = [
    await temporaryFile('old.yaml', toYaml(before)),
    await temporaryFile('new.yaml', toYaml(after)),
  ];
  return (await diff(old, now, options)).differences;
}

test.each<[string, Json, Json, string, (string | undefined)[]]>([
  [
    'of the branch with the tag',
    sizes(text, text),
    sizes(text, long),
    '/components/schemas/Dog/properties/size/maxLength',
    ['size', 'maxLength'],
  ],
  [
    'of what a reference leads to, in a list',
    listing(reference('Size')),
    listing(long),
    '/components/schemas/Thing/properties/size/maxLength',
    ['maxLength', 'maxLength'],
  ],
  [
    'of a member that is gone, and of the object that had it',
    answering(object({ a: text }, { additionalProperties: false })),
    answering(object({}, { additionalProperties: false })),
    '/paths/~1a/get/responses/200/content/application~1json/schema',
    ['a', 'schema'],
  ],
  [
    'of members that are not listed',
    answering({ type: 'object', additionalProperties: text }),
    answering({ type: 'object', additionalProperties: long }),
    '/paths/~1a/get/responses/200/content/application~1json/schema/additionalProperties/maxLength',
    ['additionalProperties', 'maxLength'],
  ],
  [
    'of a parameter that is new',
    { ...query([]), ...page },
    { ...query([{ in: 'query', name: 'q', schema: {} }]), ...page },
    '/paths/~1a/get/parameters/1',
    [undefined, 'in'],
  ],
  [
    'of a parameter in the components',
    { ...query([]), ...page },
    {
      ...query([]),
      components: { parameters: { Page: { in: 'query', name: 'page', required: true, schema: {} } } },
    },
    '/components/parameters/Page',
    ['Page', 'Page'],
  ],
])('a difference names the line and the column: one %s', async (_, before, after, pointer, words) => {
  const differences = await compared(before, after);
  const at = differences.find((one) => one.at.after?.pointer === pointer)?.at;
  expect([await wordAt(at?.before), await wordAt(at?.after)]).toEqual(words);
});

describe('what was deprecated and is gone', () => {
  const mark = { deprecated: true };
  const closed = { additionalProperties: false };
  const header = (headers: Json): Json =>
    answering({}, { responses: { 200: { description: 'a', headers } } });
  const operation = answering({}, mark);

  test.each<[string, Json, Json, boolean]>([
    ['an operation', operation, { ...operation, paths: {} }, true],
    ['an operation that was not deprecated', answering({}), { ...operation, paths: {} }, false],
    [
      'a parameter',
      { ...query([]), components: { parameters: { Page: { ...page.components.parameters.Page, ...mark } } } },
      answering({ type: 'object' }),
      true,
    ],
    ['a header', header({ X: { schema: text, ...mark } }), header({}), true],
    [
      'a member, by what it refers to',
      {
        ...answering(object({ a: reference('A') }, closed)),
        components: { schemas: { A: { ...text, ...mark } } },
      },
      answering(object({}, closed)),
      true,
    ],
    [
      'a member that is only narrower',
      answering(object({ a: { ...text, ...mark } })),
      answering(object({ a: { ...long, ...mark } })),
      false,
    ],
  ])('%s', async (_, before, after, wasDeprecated) => {
    const differences = await compared(before, after, { acceptDeprecated: true });
    expect(differences).toHaveLength(1);
    const terms = wasDeprecated ? { reason: 'It was deprecated.' } : undefined;
    expect(differences[0]?.wasDeprecated).toBe(wasDeprecated ? true : undefined);
    expect(differences[0]?.accepted).toEqual(terms);
    expect((await compared(before, after))[0]?.accepted).toBeUndefined();
  });
});

test('only one description can be the standard input', async () => {
  const input = Readable.from([Buffer.from(toYaml(answering({})))]);
  await expect(diff('-', '-', { input })).rejects.toMatchObject({
    code: 'CALL_NOT_UNDERSTOOD',
    message: 'Only one of the two descriptions can be the standard input. Name a file.',
  });
});

test('a query of OpenAPI 3.2 is an operation', async () => {
  const before = { ...answering(text), openapi: '3.2.0', paths: { '/a': {} } };
  const after = { ...before, paths: { '/a': { query: { responses: {} } } } };
  const differences = await compared(before, after);
  expect(differences.map(({ operation, rule }) => `${operation} ${rule}`)).toEqual([
    'QUERY /a operation-added',
  ]);
});
