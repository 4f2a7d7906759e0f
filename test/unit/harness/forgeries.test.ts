import { describe, expect, it } from 'vitest';
import { type Forgery, forgedFrom, forgeriesOfFamilies } from '../../../src/harness/forgeries.ts';
import { maskingOf } from '../../../src/http/masking.ts';

const tokens: Readonly<Record<string, string>> = {
  'a JSON web token': `${btoa('{"alg":"HS256","typ":"JWT"}')}.${btoa('{"sub":"1"}')}.c2lnbmF0dXJlLW9mLWEtdG9rZW4`,
  'a key with a prefix': 'demo-member-Wq3ZbTn8RkYv5LxC2JmHs7PfDg4KtNaE9uVyQw6B',
  'a UUID': '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d',
  'digits alone': '48151623421337',
  'letters alone': 'abcdefghijklmnop',
  'a short token': 'k7',
  'one character': 'x',
  'a long token': 'aB3-'.repeat(500),
  'a token that ends like a lengthened one': 'tokenxxx',
};

const forged = (id: string, token: string): ReturnType<Forgery['authorization']> => {
  const forgery = forgeriesOfFamilies.find((one) => one.id === id);
  if (forgery === undefined) throw new Error(`There is no forgery '${id}'.`);
  return forgery.authorization(token);
};

describe('forged credentials', () => {
  it.each(Object.entries(tokens))(
    'of %s are never the valid ones, and of a long one not each other',
    (_, token) => {
      const made = forgeriesOfFamilies
        .map(({ authorization }) => authorization(token))
        .filter((one) => one !== null);
      expect(made.map((one) => String(one).trim())).not.toContain(`Bearer ${token}`);
      // Upper case and lower case may give the same token.
      if (token.length >= 12) expect(new Set(made.map(String)).size).toBeGreaterThanOrEqual(made.length - 1);
      expect(made.length).toBeGreaterThanOrEqual(forgeriesOfFamilies.length - 2);
    },
  );

  it.each(Object.entries(tokens))('of %s can be put into a header', (_, token) => {
    for (const { authorization } of forgeriesOfFamilies) {
      for (const header of [authorization(token) ?? ''].flat()) expect(header).toMatch(/^[\x20-\x7eé]*$/);
    }
  });

  it.each(Object.entries(tokens).filter(([, { length }]) => length >= 24 && length < 200))(
    'of %s are masked where a target returns them, and no word besides',
    (_, token) => {
      const mask = maskingOf([token, ...forgedFrom(token)]);
      for (const { authorization } of forgeriesOfFamilies)
        for (const header of [authorization(token) ?? ''].flat())
          for (let start = 0; start + 12 <= token.length; start += 1)
            expect(mask(header).toLowerCase()).not.toContain(token.slice(start, start + 12).toLowerCase());
      expect(mask('Bearer admin Basic undefined a.b.c')).toBe('Bearer admin Basic undefined a.b.c');
    },
  );

  it('are told apart by id and title', () => {
    expect(new Set(forgeriesOfFamilies.map(({ id }) => id)).size).toBe(forgeriesOfFamilies.length);
    expect(new Set(forgeriesOfFamilies.map(({ title }) => title)).size).toBe(forgeriesOfFamilies.length);
  });

  it.each<[id: string, token: string, header: string | undefined | null]>([
    ['absent', 'Tok3n', undefined],
    ['empty', 'Tok3n', ''],
    ['scheme-alone', 'Tok3n', 'Bearer'],
    ['token-alone', 'Tok3n', 'Tok3n'],
    ['basic-scheme', 'Tok3n', 'Basic Tok3n'],
    ['basic-reversed', 'Tok3n', 'Basic n3koT'],
    ['cut-short', 'Tok3n', 'Bearer Tok3'],
    ['lengthened', 'Tok3n', 'Bearer Tok3n.x'],
    ['scheme-twice', 'Tok3n', 'Bearer Bearer Tok3n'],
    ['token-parameter', 'Tok3n', 'Token token="Tok3n"'],
    ['malformed', 'Tok3n', 'Bearer {"token": 1}, é'],
    ['altered-start', 'abcdWXYZ0189', 'Bearer hijkWXYZ0189'],
    ['longer', 'Tok3n', 'Bearer Tok3nxxxx'],
    ['altered-last', 'Tok3n', 'Bearer Tok3H'],
    ['altered-last', 'Tok3.', 'Bearer Tok3a'],
    ['no-prefix', 'case_Tok3n', 'Bearer Tok3n'],
    ['no-prefix', 'Tok3n', 'Bearer ok3n'],
    ['altered-middle', 'abcdWXYZ0189', 'Bearer abcdWX%%%%89'],
    ['altered-end', 'abcdWXYZ0189', 'Bearer abcdWXYZ7856'],
    ['altered-end', 'abcd-._~', 'Bearer abcdaaaa'],
    ['altered-end', 'k7', 'Bearer r4'],
    ['other-case', 'Tok3n', 'Bearer tOK3N'],
    ['other-case', '48151623', null],
    ['other-case', '4815-1623_42.', null],
  ])('%s of %s', (id, token, header) => {
    expect(forged(id, token)).toBe(header);
  });

  it('guessed-key of a token that has this key is the token in another form', () => {
    const token = String(forged('guessed-key', '')).slice('Bearer '.length);
    const again = String(forged('guessed-key', token)).slice('Bearer '.length);
    expect(again).not.toBe(token);
    expect(again.split('.')[1]).toBe(token.split('.')[1]);
  });

  it('unknown is as long as the token, and the same each time', () => {
    for (const token of Object.values(tokens)) {
      const header = forged('unknown', token);
      expect(header).toHaveLength(`Bearer ${token}`.length);
      expect(header).toBe(forged('unknown', token));
    }
  });
});
