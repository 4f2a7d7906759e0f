import fc from 'fast-check';
import { YAMLException } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { fromYaml, toYaml } from '../../../src/schema/yaml.ts';

test.each<[text: string, value: unknown]>([
  ['[yes, no, on, y]', ['yes', 'no', 'on', 'y']],
  ['[true, False, ~, null, ""]', [true, false, null, null, '']],
  ['[014, 0o14, 0x1F, 1e3, .5, -1, 1_000, 2.0]', [14, 12, 31, 1000, 0.5, -1, '1_000', 2]],
  ['[2020-01-01, 12:30:00, 2020-01-01T12:30:00Z]', ['2020-01-01', '12:30:00', '2020-01-01T12:30:00Z']],
  ['{ 200: a, 1.5: b, true: c }', { 200: 'a', 1.5: 'b', true: 'c' }],
  ['a: !Ref b\nc: !Sub { d: 1 }\ne: !Join [f]', { a: 'b', c: { d: 1 }, e: ['f'] }],
  ['a: !!str 1\nb: !!int "2"\nc: !!binary aGk=', { a: '1', b: 2, c: 'aGk=' }],
  ['a: &a { b: 1, c: 2 }\nd: { <<: *a, c: 3 }', { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }],
  ['<<: [{ a: 1 }, { a: 2, b: 2 }]', { a: 1, b: 2 }],
  ['__proto__: { a: 1 }', JSON.parse('{"__proto__":{"a":1}}')],
  ['\uFEFFa: 1', { a: 1 }],
  ['a: |\r\n  b\r\n  c\r\nd: >-\r\n  e\r\n  f\r\n', { a: 'b\nc\n', d: 'e f' }],
  ['---\na: 1\n---\nb: 2', { a: 1 }],
  ['# nothing', null],
])('YAML is read: %j', (text, value) => {
  expect(fromYaml(text)).toStrictEqual(value);
});

describe('YAML is refused, with its place', () => {
  test.each<[text: string, reason: RegExp, line?: number, column?: number]>([
    ['a: 1\nb: 2\na: 3', /duplicated/, 3, 1],
    ['b: { 200: x, "200": y }', /duplicated/, 1, 15],
    ['a:\n  - *b', /unidentified alias/, 2, 6],
    ['a: "b', /end of the stream/, 1, 6],
    ['a:\n\t- b', /tab/, 2, 1],
    ['a: <<\n<<: 1', /merge/, 2, 1],
    ['['.repeat(100_000), /too deeply/],
    ['a: &a [*a]', /200 levels/],
  ])('%.20j', (text, reason, line, column) => {
    const expected = { reason: expect.stringMatching(reason) };
    const mark = line === undefined ? undefined : { line: line - 1, column: (column ?? 1) - 1 };
    expect(() => fromYaml(text)).toThrow(YAMLException);
    expect(() => fromYaml(text)).toThrow(
      expect.objectContaining(mark ? { ...expected, mark: expect.objectContaining(mark) } : expected),
    );
  });

  const levels = Array.from({ length: 30 }, (_, level) => level + 1);
  test.each([
    ['aliases', levels.map((level) => `a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`)],
    [
      'merge keys',
      levels.map((level) => `a${level}: &a${level} { x${level}: *a${level - 1}, <<: *a${level - 1} }`),
    ],
  ])('before nested %s fill the memory', (_, lines) => {
    expect(() => fromYaml(['a0: &a0 { x: 1 }', ...lines].join('\n'))).toThrow('2,000,000 values');
  });
});

test('what is written as YAML is read as the same value', () => {
  const odd = [
    'yes',
    '2.0',
    '0x1F',
    '~',
    '',
    ' a',
    'a: b',
    '- a',
    'a\nb',
    'a\n',
    '<<',
    '2020-01-01',
    '12:30',
  ];
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...odd));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, false),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (one) => {
      expect(fromYaml(toYaml(one))).toStrictEqual(one);
    }),
    { numRuns: 40 },
  );
  const shared = { a: 1 };
  expect(toYaml([shared, shared])).toBe('- a: 1\n- a: 1\n');
});
