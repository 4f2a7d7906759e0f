import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskingOf } from '../../../src/http/masking.ts';

const token = 'tk/Mem~ber+Secret"7';
const mask = maskingOf([token]);

it.each([
  ['in the other case', token.toUpperCase(), '(token)'],
  ['as JSON writes it', JSON.stringify({ token }), '{"token":"(token)"}'],
  ['as JSON may write it', token.replaceAll('/', '\\/'), '(token)'],
  ['as a URL writes it', encodeURIComponent(token), '(token)'],
  ['in a pointer', `/location/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`, '/location/(token)'],
])('takes a token out %s', (_, text, expected) => {
  expect(mask(text)).toBe(expected);
});

it.each([
  ['with escapes', '{"tk\\u002fMem~ber\\u002BSecret\\"7":1}', '{"(token)":1}'],
  ['after an escape', JSON.stringify([`Unknown:\n${token}`]), '["Unknown:\\n(token)"]'],
  ['with a slash that is an escape', '{"t":"tk\\/Mem~ber+Secret\\"7"}', '{"t":"(token)"}'],
  ['beside others', JSON.stringify({ a: '"\\', [token]: '\u0001' }), '{"a":"\\"\\\\","(token)":"\\u0001"}'],
])('takes a token out of JSON, which stays JSON: %s', (_, text, expected) => {
  expect(mask(text)).toBe(expected);
});

it.each([
  ['cut short', '{"a":"tk\\u002fMem~ber\\u002bSecret\\"7","b":'],
  ['within HTML', '<script>x = "tk\\/Mem~ber\\u002BSecret\\"7"</script>'],
])('takes a token out of JSON that is %s', (_, text) => {
  expect(mask(text)).not.toMatch(/Mem|ber|Secret/);
});

it('leaves the escapes of a text that is no JSON and has no token', () => {
  expect(mask('C:\\users\\\\u0041 "x')).toBe('C:\\users\\\\u0041 "x');
});

describe('of a token of digits', () => {
  const maskDigits = maskingOf(['9023418877615520']);

  it.each([
    ['a number', '{"a":9023418877615520}', '{"a":"(token)"}'],
    ['part of a number', '[1, -9023418877615520.5e1,2]', '[1, "-(token).5e1",2]'],
    ['a number alone', '9023418877615520', '"(token)"'],
  ])('takes %s out of JSON, which stays JSON', (_, text, expected) => {
    expect(maskDigits(text)).toBe(expected);
  });

  it('leaves other numbers, and what else is no string', () => {
    const text = '{"a":[1.5, true,null,-2E7],"b" : {}}';
    expect(maskDigits(`{"token":9023418877615520,"other":${text}}`)).toBe(
      `{"token":"(token)","other":${text}}`,
    );
  });
});

it('takes a token out beside a letter whose lower case is longer', () => {
  expect(mask(`İİİİ ${token.toUpperCase()} b`)).toBe('İİİİ (token) b');
});

it('takes a token out of base64', () => {
  expect(mask(Buffer.from(`${token}:`).toString('base64'))).not.toContain(
    Buffer.from(token.slice(0, 15)).toString('base64'),
  );
});

const secret = 'Secret-Token+1234567890';
const maskSecret = maskingOf([secret]);

it.each([
  ['hexadecimal in the other case', Buffer.from(secret).toString('hex').toUpperCase()],
  ['base64 of more', Buffer.from(`me:${secret}`).toString('base64')],
  ['base64url of one character more', Buffer.from(`m${secret}`).toString('base64url')],
  ['base64 in a URL', encodeURIComponent(Buffer.from(secret).toString('base64'))],
])('takes a token out that is written otherwise: %s', (_, written) => {
  const left = maskSecret(`${written}`);
  expect(left).toContain('(token)');
  expect(left.replaceAll('(token)', '')).not.toMatch(/secret|token|123|[0-9a-f]{6}/i);
});

it.each(['member token of acme', 'Secret tokens are 12345678901 or so', '{"secret":"token","12345":567890}'])(
  'leaves what only looks like a token: %s',
  (text) => {
    expect(maskSecret(text)).toBe(text);
    expect(maskingOf(['member-token-of-acme'])(text)).toBe(text);
  },
);

const maskShort = maskingOf(['ab-7x', 'Sésame', 'abc', '12345']);

it.each([
  ['ab-7x', '(token)'],
  ['a ab-7x, b', 'a (token), b'],
  ['{"a":"Bearer ab-7x\\n"}', '{"a":"Bearer (token)\\n"}'],
  ['{"a":"\\tab-7x"}', '{"a":"\\t(token)"}'],
  ['ab-7xy and xab-7x and AB-7X', 'ab-7xy and xab-7x and AB-7X'],
  ['{"ab-7x":1}', '{"ab-7x":1}'],
  ['{"a":12345,"b":"12345"}', '{"a":12345,"b":"(token)"}'],
  ['abc', 'abc'],
  ['(token)', '(token)'],
])('a token of a few characters is masked in %s', (text, expected) => {
  expect(maskShort(text)).toBe(expected);
  expect(maskShort(maskShort(text))).toBe(expected);
});

const characters = [...'abcXYZ019-_./~+="\\'];
const secrets = fc
  .array(fc.constantFrom(...characters), { minLength: 24, maxLength: 60 })
  .map((all) => all.join(''));

it('takes a token out wherever it stands in a value of JSON, which stays JSON of the same form', () => {
  const seed = 20_261_122;
  fc.assert(
    fc.property(secrets, fc.jsonValue(), fc.nat(), (secret, value, place) => {
      const shown = [
        value,
        { [`a${secret}`]: value, b: `${place} ${secret}` },
        [...secret.slice(0, place % 20), secret],
      ];
      const left: unknown = JSON.parse(maskingOf([secret])(JSON.stringify(shown)));
      expect(JSON.stringify(left)).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(left).toHaveLength(3);
      // A short value contains no secret, except by chance.
      const isOwn = JSON.stringify(value).length < 12;
      if (isOwn) expect((left as unknown[])[0]).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { seed, numRuns: 300 },
  );
});

it('leaves values that hold nothing of a token as they are written', () => {
  const maskOne = maskingOf(['Qq7-Zz9_Xx5.Vv3~Kk1']);
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(maskOne(text)).toBe(text);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

it('takes out a token of any characters that a token may have', () => {
  const all = String.fromCharCode(...Array.from({ length: 0x5e }, (_, place) => 0x21 + place));
  expect(maskingOf([all])(`${all} ${encodeURIComponent(all)}`)).toBe('(token) (token)');
});

it('takes out a secret that begins as another one does', () => {
  expect(maskingOf([secret.slice(0, -1), secret])(`a ${secret} b`)).toBe('a (token) b');
});

it('renames no member by a short secret that is also a number of the text', () => {
  const text = '{"data":1234,"b":"1234","data2":{"data":0}}';
  expect(maskingOf(['data', '1234'])(text)).toBe('{"data":1234,"b":"(token)","data2":{"data":0}}');
});

it('leaves the strings and names apart, however many tokens there are', () => {
  const value = Array.from({ length: 3_000 }, () => ({ a: secret, b: secret, [secret]: 1 }));
  expect(JSON.parse(maskSecret(JSON.stringify(value)))).toEqual(
    value.map(() => ({ a: '(token)', b: '(token)', '(token)': 1 })),
  );
});
