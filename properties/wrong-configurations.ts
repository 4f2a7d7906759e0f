import fc from 'fast-check';
import type { Configuration } from '../src/gate/configuration.ts';
import { hostileTexts } from '../src/generation/hostile.ts';
import { memberOf } from '../src/schema/pointer.ts';
import { typeInWords } from '../src/validation/words.ts';

/** A configuration with nothing wrong in it, as it is written. */
export type Right = Configuration & { readonly tokens: { readonly member: string } };

/** The content of a file that is a right configuration but for one thing. */
export interface Wrong {
  readonly content: string | Uint8Array;
  /** What has to be named: the key at fault, or what stands for it. */
  readonly named: string;
}

/** Tokens as services give them: long, of letters and digits. */
const tokens = fc
  .string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'), minLength: 20, maxLength: 40 })
  .map((text) => `key_${text}_7q`);

/** Configurations with any keys that one may have. */
export const rightConfigurations: fc.Arbitrary<Right> = fc
  .record({
    ids: fc.uniqueArray(fc.uuid(), { minLength: 8, maxLength: 8 }),
    own: fc.uniqueArray(tokens, { minLength: 3, maxLength: 3 }),
  })
  .chain(({ ids, own: [member = '', restricted = '', outsider = ''] }) =>
    fc.record(
      {
        baseUrl: fc.constantFrom(
          'http://127.0.0.1:9',
          'https://acme.example/',
          'HTTPS://acme.example:8443/x',
        ),
        tokens: fc.constantFrom({ member }, { member, restricted }, { member, restricted, outsider }),
        restrictedOperations: fc.subarray(['updateClient' as const, 'createOrganisation' as const]),
        cases: fc.constantFrom(
          { Sale: ids.slice(0, 2) },
          { Sale: ids.slice(0, 2), Purchase: [], Remortgage: ids.slice(2, 4), foreign: ids.slice(4, 6) },
        ),
        clients: fc.constant(ids.slice(6)),
        writes: fc.constantFrom('none' as const, 'restore' as const, 'all' as const),
        journal: fc.constantFrom('journal', './a journal/of £'),
        requestsPerSecond: fc.constantFrom(0.5, 25, 10_000),
        concurrency: fc.integer({ min: 1, max: 64 }),
        timeoutMs: fc.integer({ min: 1, max: 600_000 }),
      },
      { requiredKeys: ['baseUrl', 'tokens'] },
    ),
  );

/** Any value of JSON but one of that kind. */
function junkBut(kind: string): fc.Arbitrary<unknown> {
  const junk = fc.oneof(hostileTexts(), fc.constantFrom<unknown>(null, true, -1, [], {}), fc.jsonValue());
  return junk.filter((value) => typeInWords(value) !== kind);
}

/** Texts that are not of that form. */
function textsBut(form: RegExp, ...further: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(hostileTexts(), fc.constantFrom(...further)).filter((text) => !form.test(text));
}

/** For each key, what it cannot be. */
const wrongTypes: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  baseUrl: junkBut('a string'),
  tokens: junkBut('an object'),
  'tokens.member': junkBut('a string'),
  'tokens.outsider': junkBut('a string'),
  restrictedOperations: junkBut('an array'),
  'restrictedOperations.0': junkBut('a string'),
  cases: junkBut('an object'),
  'cases.Sale': junkBut('an array'),
  'cases.foreign.0': junkBut('a string'),
  clients: junkBut('an array'),
  'clients.0': junkBut('a string'),
  writes: junkBut('a string'),
  journal: junkBut('a string'),
  requestsPerSecond: junkBut('a number'),
  concurrency: junkBut('a number'),
  timeoutMs: junkBut('a number'),
};

const identifiers = textsBut(
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  '3f2b7c1e5b0a4d529a590d2f6c1a7b11',
  '{3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11}',
  '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b1',
  'urn:uuid:3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11',
);

/** For each key, texts that are of its type, and wrong all the same. */
const wrongTexts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  writes: textsBut(/^(none|restore|all)$/, 'All', 'none ', 'yes'),
  'restrictedOperations.0': textsBut(
    /^(get|update|create|list)[A-Z][a-z]+$/,
    'update-client',
    'updateclient',
  ),
  'cases.Sale.0': identifiers,
  'clients.0': identifiers,
  'tokens.member': textsBut(/^[!-~]+$/, 'two words', 'line\nbreak', 'tökén'),
  'tokens.restricted': textsBut(/^[!-~]+$/, 'two words', 'line\nbreak', 'tökén'),
  baseUrl: textsBut(
    /^https?:\/\/[^/?#]/i,
    'acme.example',
    'ftp://acme.example',
    'https://',
    'https:acme.example',
    '//acme.example',
  ),
  journal: fc.constant(''),
};

const wrongUrls = fc.constantFrom(
  'https://acme.example/api/v2',
  'https://acme.example/api/',
  'https://acme.example?case=1',
  'https://acme.example#top',
  'https://user:password@acme.example',
  'http://acme.example:99999',
  'http://[::1',
  'https://a b',
  'https://acme.example/a b',
  'https://acme.example\n/api/v2',
  'https://acme.example/\u001b[2J',
  'https://acme.example/£',
  'https://acme.example/%7',
);

const wrongNumbers: Readonly<Record<string, readonly number[]>> = {
  requestsPerSecond: [0, -1, 10_001, 1e21],
  concurrency: [0, -4, 65, 1.5, 1e21],
  timeoutMs: [0, -1, 600_001, 0.5],
};

const variables = fc.constantFrom('NOT_SET', 'CASE_API_OTHER', 'toString', '__proto__');

/** Every way in which one thing is made wrong, by name. */
export const defects: Readonly<Record<string, (right: Right) => fc.Arbitrary<Wrong>>> = {
  'an unknown key': (right) =>
    fc
      .tuple(
        fc.constantFrom(
          [[], ' it '] as const,
          [['tokens'], 'tokens'] as const,
          [['cases'], 'cases'] as const,
        ),
        fc.oneof(
          hostileTexts(),
          fc.constantFrom('baseURL', 'membr', 'sale', 'Tokens', 'constructor', '__proto__'),
        ),
        fc.jsonValue(),
      )
      .map(([[holder, named], key, value]) => ({ content: written(right, [...holder, key], value), named })),
  'a value of another type': (right) => keyed(wrongTypes, right),
  'a text that the key cannot have': (right) => keyed(wrongTexts, right),
  'a URL that is none of a service': (right) => keyed({ baseUrl: wrongUrls }, right),
  'a number out of its bounds': (right) =>
    keyed(
      Object.fromEntries(
        Object.entries(wrongNumbers).map(([key, values]) => [key, fc.constantFrom(...values)]),
      ),
      right,
    ),
  'a token in the place of something else': (right) => {
    const token = fc.constant(right.tokens.member);
    return keyed(
      { writes: token, baseUrl: token, 'clients.0': token, 'cases.Sale.0': token, tokens: token },
      right,
    );
  },
  'a token for the name of one': (right) =>
    fc.constant({ content: written(right, ['tokens', right.tokens.member], 'member'), named: 'tokens' }),
  'one token under two names': (right) =>
    fc.constant({
      content: written(right, ['tokens', 'outsider'], right.tokens.member),
      named: 'tokens.outsider',
    }),
  'a case that is listed twice': (right) => {
    const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
    const cases = { Sale: [id], foreign: [id.toUpperCase()] };
    return fc.constant({ content: JSON.stringify({ ...right, cases }), named: 'cases.foreign' });
  },
  'a key that stands there twice': (right) =>
    fc.constantFrom(...Object.keys(right)).map((key) => {
      const [first = '', ...others] = JSON.stringify(right, null, 1).split('\n');
      const again = JSON.stringify({ [key]: right[key as keyof Right] }).slice(1, -1);
      return { content: [first, `${again},`, ...others].join('\n'), named: 'line' };
    }),
  'a variable that is not set': (right) =>
    fc
      .tuple(fc.constantFrom('baseUrl', 'tokens.member', 'clients.0', 'writes'), variables)
      .map(([key, name]) => ({ content: written(right, key.split('.'), `\${${name}}`), named: name })),
  'a key too little': (right) =>
    fc.constantFrom(
      { content: written(right, ['baseUrl'], undefined), named: 'baseUrl' },
      { content: written(right, ['tokens', 'member'], undefined), named: 'tokens.member' },
    ),
  'something that is no object': () =>
    junkBut('an object').map((junk) => ({ content: JSON.stringify(junk), named: ' it ' })),
  'text that ends too early': (right) => {
    const whole = JSON.stringify(right, null, 2);
    return fc.nat({ max: whole.length - 1 }).map((end) => ({ content: whole.slice(0, end), named: 'It is' }));
  },
  'text that is none': (right) => {
    const whole = Buffer.from(JSON.stringify(right));
    return fc.nat({ max: whole.length }).map((at) => ({
      content: Buffer.concat([whole.subarray(0, at), Buffer.of(0xff), whole.subarray(at)]),
      named: 'It is not UTF-8',
    }));
  },
};

function keyed(values: Readonly<Record<string, fc.Arbitrary<unknown>>>, right: Right): fc.Arbitrary<Wrong> {
  const keys = Object.entries(values).map(([key, wrong]) =>
    wrong.map((value) => ({ content: written(right, key.split('.'), value), named: key })),
  );
  return fc.oneof(...keys);
}

/** The configuration with something put at a key, and nothing else changed; what must hold the key is put there too. */
function written(right: Right, path: readonly string[], put: unknown): string {
  return JSON.stringify(planted(right, path, put));
}

function planted(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  if (key === '0') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [planted(first, rest, put), ...others];
  }
  return { ...(value as object), [key]: planted(memberOf(value, key), rest, put) };
}
