import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import {
  object as anObject,
  anything,
  each,
  maybe,
  named,
  row,
  tableOf,
  yamlOf,
} from '../../../support/yaml-rows.ts';
import { describing, number, object, reference, text } from './corpus/describing.ts';
import type { Json } from './corpus/pair.ts';

const rows = [
  ...readFileSync('docs/diff-keywords.md', 'utf8').matchAll(/^\| `([$\w]+)` \| ([^|]+) \| ([^|]+) \|/gm),
].flatMap(([, keyword = '', in31 = '', in30 = '']) =>
  [
    { keyword, version: '3.1', standing: in31 },
    { keyword, version: '3.0', standing: in30 },
  ].filter(({ standing }) => standing !== '–'),
);

const ofChanges = tableOf(row(anything, anything, maybe(anObject)));
const tables = yamlOf(
  new URL('./corpus/keywords.yaml', import.meta.url),
  each({ changes: ofChanges, 'changes of OpenAPI 3.0': ofChanges, malformed: ofChanges }),
);
const changes = named(tables.changes);
type Change = (typeof changes)[number];
const changesOf30 = [...named(tables['changes of OpenAPI 3.0']), ...changes];

function changeOf(keyword: string, version: string): Change | undefined {
  return (version === '3.0' ? changesOf30 : changes).find(([name]) => name === keyword);
}

function describingWith([keyword, , , beside]: Change, value: unknown, version: string): Json {
  return describing({
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    answer: object({ thing: reference('Thing') }),
    schemas: {
      Thing: { ...beside, [keyword]: value },
      Text: text,
      Number: number,
      Cat: object({ 'kind!': text, 'meows!': { type: 'boolean' } }),
      Dog: object({ 'kind!': text, 'barks!': { type: 'boolean' } }),
    },
  });
}

describe('docs/diff-keywords.md', () => {
  const listed = (version: string): string[] =>
    rows.filter((row) => row.version === version).map(({ keyword }) => keyword);

  test('lists every keyword of JSON Schema 2020-12, and what OpenAPI 3.1 adds', () => {
    const folder = createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-2020-12/schema.json');
    const vocabularies = readdirSync(new URL('meta/', `file://${folder}`)).map(
      (file) => JSON.parse(readFileSync(new URL(`meta/${file}`, `file://${folder}`), 'utf8')) as Json,
    );
    const keywords = vocabularies.flatMap(({ properties }) => Object.keys(properties as Json));
    expect(keywords.length).toBeGreaterThan(50);
    const added = ['discriminator', 'example', 'externalDocs', 'xml'];
    expect(listed('3.1').sort()).toEqual([...keywords, ...added].sort());
  });

  test('lists every keyword of OpenAPI 3.0 (section 4.7.24)', () => {
    const same =
      `title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern
      maxItems minItems uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf not items
      properties additionalProperties description format default`.split(/\s+/);
    const own = [
      'nullable',
      'discriminator',
      'readOnly',
      'writeOnly',
      'xml',
      'externalDocs',
      'example',
      'deprecated',
    ];
    expect(listed('3.0').sort()).toEqual([...same, ...own, '$ref'].sort());
  });

  test.each(rows)('$keyword in $version is $standing', ({ keyword, version, standing }) => {
    const change = changeOf(keyword, version);
    if (change === undefined) throw new Error(`No change of ${keyword} is listed in this test.`);
    const before = describingWith(change, change[1], version);
    const after = describingWith(change, change[2], version);
    expect(compareDescriptions(before, structuredClone(before))).toEqual([]);
    const verdicts = compareDescriptions(before, after).flatMap(({ consumers, providers }) => [
      consumers.verdict,
      providers.verdict,
    ]);
    switch (standing) {
      case 'handled':
        expect(verdicts).toContain('breaking');
        break;
      case 'not handled':
        expect(verdicts.some((verdict) => verdict !== 'compatible')).toBe(true);
        break;
      case 'ignored':
        expect(verdicts).toEqual([]);
        break;
      default:
        throw new Error(`The page calls ${keyword} ${standing}.`);
    }
  });
});

test.each(named(tables.malformed).map((change) => ({ keyword: change[0], change })))(
  '$keyword that is malformed is not taken for absent',
  ({ change }) => {
    const [, malformed, right] = change;
    const described = (value: unknown) => describingWith(change, value, '3.1');
    for (const [before, after] of [
      [malformed, right],
      [right, malformed],
    ]) {
      const differences = compareDescriptions(described(before), described(after));
      expect(differences.length).toBeGreaterThan(0);
      for (const { consumers, providers } of differences)
        expect([consumers.verdict, providers.verdict]).toEqual(['undecided', 'undecided']);
    }
  },
);
