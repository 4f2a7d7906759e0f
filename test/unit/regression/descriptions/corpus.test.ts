import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import type { DescriptionDifference, Effect } from '../../../../src/regression/descriptions/difference.ts';
import { partRules } from '../../../../src/regression/descriptions/rules.ts';
import { type Acceptance, acceptanceOf, type BodyOf } from './acceptance.ts';
import { choice, describing, text } from './corpus/describing.ts';
import type { At, Json, Pair, Told } from './corpus/pair.ts';
import { corpus } from './corpus.ts';

const fromBest: readonly Told[] = ['none', 'compatible', 'undecided', 'breaking'];

function worst(effects: readonly Effect[]): Told {
  return effects
    .map(({ verdict }): Told => verdict)
    .reduce((one, other) => (fromBest.indexOf(other) > fromBest.indexOf(one) ? other : one), 'none');
}

function isAtPlace(
  { operation, part, pointers, within = '' }: At,
  difference: DescriptionDifference,
): boolean {
  return (
    (operation === undefined || difference.operation === operation) &&
    (part === undefined || difference.part === part) &&
    (pointers === undefined || pointers.includes(difference.pointer)) &&
    `${difference.pointer}/`.startsWith(`${within}/`)
  );
}

const compared = new Map<Pair, readonly DescriptionDifference[]>();

function differencesOf(pair: Pair): readonly DescriptionDifference[] {
  const found = compared.get(pair) ?? compareDescriptions(pair.before, pair.after);
  compared.set(pair, found);
  return found;
}

test('each pair has a name of its own', () => {
  const names = corpus.flatMap(([, pairs]) => pairs.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(corpus)('%s', (_kind, ofThatKind) => {
  test.each(ofThatKind.map((pair) => [pair.name, pair] as const))('%s', (_name, pair) => {
    const differences = differencesOf(pair);
    const all = JSON.stringify(differences, undefined, 2);
    expect(pair.consumers, all).toContain(worst(differences.map(({ consumers }) => consumers)));
    expect(pair.providers, all).toContain(worst(differences.map(({ providers }) => providers)));
    const { at } = pair;
    if (at)
      expect(
        differences.filter((difference) => isAtPlace(at, difference)),
        all,
      ).not.toEqual([]);
    expect(differences.flatMap(emptyTexts)).toEqual([]);
    expect(unprovenBreaks(pair, differences)).toEqual([]);
  });
});

function emptyTexts({ message, consumers, providers }: DescriptionDifference): string[] {
  return Object.entries({ message, consumers: consumers.reason, providers: providers.reason })
    .filter(([, words]) => words.trim() === '')
    .map(([name]) => name);
}

function unprovenBreaks(
  { before, after, proof }: Pair,
  differences: readonly DescriptionDifference[],
): unknown[] {
  const breaks = differences.flatMap((difference) =>
    (['consumers', 'providers'] as const)
      .filter((side) => difference[side].verdict === 'breaking')
      .map((side) => ({ side, difference })),
  );
  if (breaks.length === 0) return [];
  const acceptances = { before: acceptanceOf(before), after: acceptanceOf(after) };
  return breaks.filter(({ side, difference }) => !isProved(side, difference, proof, acceptances));
}

function isProved(
  side: 'consumers' | 'providers',
  { part, keyword, [side]: { witness, byPolicy } }: DescriptionDifference,
  proof: Pair['proof'],
  acceptances: Readonly<Record<'before' | 'after', Acceptance>>,
): boolean {
  if (byPolicy === true)
    return witness === undefined && (proof === 'policy' || ['discriminator', 'default'].includes(keyword));
  if (proof === 'policy') return false;
  if (witness === undefined) return false;
  const isRequest = part === 'request body';
  if (proof === 'exchange' || !(isRequest || part.startsWith('response '))) return true;
  // A consumer breaks if it may get new values, or may no longer send old ones. For a provider, the reverse.
  const accepting = isRequest === (side === 'consumers') ? 'before' : 'after';
  if (witness.acceptedBy !== accepting) return false;
  const refusing = accepting === 'before' ? 'after' : 'before';
  const { operation, status = part.slice('response '.length), body } = witness;
  const of: BodyOf = isRequest
    ? { operation, part: 'request body' }
    : { operation, part: 'response', status: String(status) };
  return acceptances[accepting](of)(body) && !acceptances[refusing](of)(body);
}

const having = (operation: Json, others: Json = {}): Json => ({
  ...{ openapi: '3.1.0', info: { title: 't', version: '1' } },
  paths: { '/a': { get: { responses: {}, ...operation } } },
  ...others,
});
const query = (flags: Json): Json =>
  having({ parameters: [{ name: 'q', in: 'query', schema: {}, ...flags }] });
const header = (flags: Json): Json =>
  having({ responses: { 200: { description: 'a', headers: { X: { schema: {}, ...flags } } } } });
const form = (encoding: Json): Json =>
  having({ requestBody: { content: { 'multipart/form-data': { schema: {}, encoding } } } });
const hook = having({}, { webhooks: { changed: { post: { responses: {} } } } });

const secured = (tokenUrl: string): Json =>
  having(
    { security: [{ o: [] }] },
    { components: { securitySchemes: { o: { type: 'oauth2', flows: { implicit: { tokenUrl } } } } } },
  );

const uncompared: Readonly<Record<string, readonly [before: Json, after: Json]>> = {
  'explode-changed': [header({}), header({ explode: true })],
  'allowReserved-changed': [query({}), query({ allowReserved: true })],
  'allowEmptyValue-changed': [query({ allowEmptyValue: true }), query({ allowEmptyValue: false })],
  'callbacks-changed': [having({}), having({ callbacks: { done: {} } })],
  'servers-changed': [having({ servers: [{ url: '/one' }] }), having({ servers: [{ url: '/other' }] })],
  'encoding-changed': [form({}), form({ part: { contentType: 'image/png' } })],
  'flows-changed': [secured('https://a.example'), secured('https://b.example')],
};

test.each(Object.entries(uncompared))('%s is undecided', (rule, [before, after]) => {
  const undecided = { verdict: 'undecided' };
  expect(compareDescriptions(before, after)).toMatchObject([
    { rule, consumers: undecided, providers: undecided },
  ]);
});

const furtherPairs: readonly (readonly [before: Json, after: Json])[] = [
  ...Object.values(uncompared),
  [having({}), hook],
  [hook, having({})],
  [header({}), header({ required: true })],
];

const differences = [
  ...corpus.flatMap(([, pairs]) => pairs.flatMap(differencesOf)),
  ...furtherPairs.flatMap(([before, after]) => compareDescriptions(before, after)),
];
const ofParts: readonly string[] = Object.values(partRules).flat();

test('each kind of change of a part occurs, and each of a schema has its three parts', () => {
  const found = new Set<string>(differences.map(({ rule }) => rule));
  // Only `check` compares versions.
  expect(ofParts.filter((rule) => !found.has(rule))).toEqual(['version-changed']);
  const others = [...found].filter((rule) => !ofParts.includes(rule));
  const form = /^(request|response)-[\w$]+-(narrowed|widened|changed|added|removed)$/;
  expect(others.filter((rule) => !form.test(rule))).toEqual([]);
});

test('a rule has the keyword of its difference', () => {
  const strays = differences.filter(({ rule, keyword }) => {
    const rules: readonly string[] = Object.entries(partRules).find(([key]) => key === keyword)?.[1] ?? [];
    return !rules.includes(rule) && !rule.includes(`-${keyword}-`);
  });
  expect(strays).toEqual([]);
});

test.each<[string, Json, Json, string]>([
  ['more values', choice('a'), choice('a', 'b'), 'request-enum-widened'],
  ['fewer values', choice('a', 'b'), choice('a'), 'request-enum-narrowed'],
  ['other values', choice('a', 'b'), choice('b', 'c'), 'request-enum-changed'],
  ['what no value shows', { ...text, default: 'a' }, { ...text, default: 'b' }, 'request-default-changed'],
])('%s', (_, before, after, rule) => {
  const [first] = compareDescriptions(describing({ request: before }), describing({ request: after }));
  expect(first?.rule).toBe(rule);
});

test('a fingerprint is that of one change, even if its words leave out values', () => {
  const values = (last: string): Json => describing({ answer: choice(...'abcdefghijk', last) });
  const [one, other] = ['y', 'z'].map((last) =>
    compareDescriptions(describing({ answer: choice('a') }), values(last)).map(
      ({ fingerprint }) => fingerprint,
    ),
  );
  expect(one).toHaveLength(1);
  expect(one?.[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(one).not.toEqual(other);
});

test('the media type of a body tells its differences apart', () => {
  const bodies = (schema: Json): Json =>
    having({ requestBody: { content: { 'application/json': { schema }, 'application/xml': { schema } } } });
  const found = compareDescriptions(bodies(text), bodies({ type: 'number' }));
  expect(found.map(({ mediaType }) => mediaType)).toEqual(['application/json', 'application/xml']);
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});
