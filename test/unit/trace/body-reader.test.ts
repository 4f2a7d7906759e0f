import { expect, test } from 'vitest';
import { readBody } from '../../../src/trace/body-reader.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

test('A body that comes again is the same value', () => {
  const first = readBody(bytes('{"message":"one"}'));
  expect(first.body).toEqual({ kind: 'json', value: { message: 'one' } });
  expect(readBody(bytes('{"message":"one"}'))).toBe(first);
  expect(readBody(bytes('{"message":"another"}')).body).toEqual({
    kind: 'json',
    value: { message: 'another' },
  });
});

test.each([
  ['a byte order mark', bytes('\ufeff{}'), { hasByteOrderMark: true, body: { kind: 'json', value: {} } }],
  [
    'a wrong byte',
    Buffer.from([0x7b, 0x7d, 0xff]),
    {
      body: {
        kind: 'not-json',
        problem: 'not UTF-8',
        message: 'It is not UTF-8 after its first 2 characters.',
      },
    },
  ],
])('A body is told from one that differs in %s alone', (_, body, expected) => {
  expect(readBody(bytes('{}'))).toMatchObject({ hasByteOrderMark: false, body: { kind: 'json', value: {} } });
  expect(readBody(bytes('{}\ufffd')).body.kind).toBe('not-json');
  expect(readBody(body)).toMatchObject(expected);
});

test('At most 4 MB of bodies is cached, and no large one', () => {
  const readNamed = (name: string, length = 2 ** 15 - 20) =>
    readBody(bytes(JSON.stringify(name.padEnd(length, 'x'))));
  const first = readNamed('0');
  for (let count = 1; count <= 128; count += 1) expect(readNamed(`${count}`)).toBe(readNamed(`${count}`));
  expect(readNamed('0')).not.toBe(first);
  expect(readNamed('0', 2 ** 17)).not.toBe(readNamed('0', 2 ** 17));
});
