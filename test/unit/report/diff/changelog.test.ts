import { describe, expect, test } from 'vitest';
import { changelogOf } from '../../../../src/report/diff/document.ts';
import { harmlessChanges } from '../../../../src/report/diff/harmless.ts';
import { diffReport } from '../../../../src/report/diff/report.ts';
import { documentMarkdown } from '../../../../src/report/document.ts';
import type { Description } from '../../../../src/specification/description.ts';
import { object, reference, text } from '../../regression/descriptions/corpus/describing.ts';
import type { Json } from '../../regression/descriptions/corpus/pair.ts';

const get = (operation: Json): Json => ({ get: { responses: {}, ...operation } });
const described = (paths: Json, others: Json = {}): Json => ({
  ...{ openapi: '3.1.0', info: { title: 't', version: '1' }, paths },
  ...others,
});
const parameter = (name: string, more: Json = {}): Json => ({ in: 'query', name, schema: text, ...more });
const body = (schema: Json, more: Json = {}): Json =>
  get({ responses: { 200: { description: 'a', content: { 'application/json': { schema, ...more } } } } });

describe('a harmless change', () => {
  const changes = (before: Json, after: Json): string[] =>
    harmlessChanges(before, after).map(({ operation, pointer }) => `${operation}: ${pointer}`);

  test.each<[string, Json, Json, string]>([
    ['of an operation', get({ operationId: 'a' }), get({ operationId: 'b' }), '/get/operationId'],
    ['of its tags', get({ tags: ['a'] }), get({ tags: ['a', 'b'] }), '/get/tags'],
    ['of its deprecation', get({}), get({ deprecated: true }), '/get/deprecated'],
    [
      'of a parameter that has moved',
      get({ parameters: [parameter('a'), parameter('b')] }),
      get({ parameters: [parameter('b', { description: 'B' }), parameter('a')] }),
      '/get/parameters/query b/description',
    ],
    [
      'of an example',
      body(text, { example: 'a' }),
      body(text, { example: 'b' }),
      '/get/responses/200/content/application~1json/example',
    ],
    [
      'of a member',
      body(object({ a: { title: 'A' } })),
      body(object({ a: { title: 'B' } })),
      '/get/responses/200/content/application~1json/schema/properties/a/title',
    ],
  ])('%s is found', (_, before, after, pointer) => {
    expect(changes(described({ '/a': before }), described({ '/a': after }))).toEqual([
      `GET /a: /paths/~1a${pointer}`,
    ]);
  });

  test('of a path of its own file is one of the path', () => {
    const items = (summary: string): Json =>
      described(
        { '/a': { $ref: '#/components/pathItems/p' } },
        { components: { pathItems: { p: get({ summary }) } } },
      );
    const found = ['GET /a: /paths/~1a/get/summary'];
    expect(changes(items('one'), items('two'))).toEqual(found);
    expect(changes(items('one'), described({ '/a': get({ summary: 'two' }) }))).toEqual(found);
  });

  test('is none of what is new, of what says the same, or of what changes values', () => {
    expect(
      changes(
        described({ '/a': get({ deprecated: false }) }),
        described({
          '/a': get({ parameters: [parameter('a', { description: 'A' })] }),
          '/b': get({ summary: 'B' }),
        }),
      ),
    ).toEqual([]);
    expect(changes(described({ '/a': body(text) }), described({ '/a': body({ type: 'number' }) }))).toEqual(
      [],
    );
  });

  test('of a name that is also a keyword is not mistaken for one', () => {
    const example = (value: string): Json => body(object({ description: { const: value }, tags: text }));
    expect(changes(described({ '/a': example('a') }), described({ '/a': example('b') }))).toEqual([]);
  });
});

test('the changelog lists everything in the order of the paths, with what breaks first in line', () => {
  const named = (document: Json) => ({
    ...{ source: 'a.yaml', document, description: document as unknown as Description },
    positionOf: () => undefined,
  });
  const before = described(
    { '/b': body(reference('A')), '/a': get({ summary: 'one | two' }) },
    { components: { schemas: { A: text } } },
  );
  const after = described(
    { '/b': get({}), '/a': get({ summary: 'two' }), '/c': get({}) },
    { components: { schemas: { A: { ...text, title: 'A' } } }, info: { title: 't', version: '2' } },
  );
  const report = diffReport(named(before), named(after));
  const lines = documentMarkdown(changelogOf(report, { failOn: 'breaking', concerned: ['consumers'] })).split(
    '\n',
  );
  expect(lines.filter((line) => /^(#|-)/.test(line))).toEqual([
    '## 1 change breaks consumers',
    '### General',
    '- version: "2", was "1" \\(/info/version\\)',
    '### GET /a',
    '- summary: "two", was "one \\| two" \\(/paths/\\~1a/get/summary\\)',
    '### GET /b',
    expect.stringMatching(/^- ✗ Breaks consumers and providers: response 200: .* \\\[response-removed\\\]$/),
    '### GET /c',
    expect.stringMatching(/^- ✗ Breaks providers: operation: .* \\\[operation-added\\\]$/),
    '### Components',
    '- title: "A" is new \\(/components/schemas/A/title\\)',
  ]);
});
