import { expect, test } from 'vitest';
import { openBodyReader } from '../../../src/trace/body-reader.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const opened = () => openBodyReader();

test('A body that comes again is the same value', () => {
  const read = opened();
  const first = read(bytes('{"message":"one"}'));
  expect(first.body).toEqual({ kind: 'json', value: { message: 'one' } });
  expect(read(bytes('{"message":"one"}'))).toBe(first);
  expect(read(bytes('{"message":"another"}')).body).toEqual({ kind: 'json', value: { message: 'another' } });
});

test.each([
  ['a byte order mark', bytes('\ufeff{}'), { hasByteOrderMark: true, body: { kind: 'json', value: {} } }],
  [
    'a wrong byte',
    Buffer.from([0x7b, 0x7d, 0xff]),
    { body: { kind: 'not-json', message: 'It is not UTF-8.' } },
  ],
])('A body is told from one that differs in %s alone', (_, body, expected) => {
  const read = opened();
  expect(read(bytes('{}'))).toMatchObject({ hasByteOrderMark: false, body: { kind: 'json', value: {} } });
  expect(read(bytes('{}\ufffd')).body.kind).toBe('not-json');
  expect(read(body)).toMatchObject(expected);
});

test('Those that came last are kept, up to so many bytes, and no large one', () => {
  const read = opened();
  const readNamed = (name: string, length = 2 ** 15 - 20) =>
    read(bytes(JSON.stringify(name.padEnd(length, 'x'))));
  const first = readNamed('0');
  const others = new Map(Array.from({ length: 32 }, (_, at) => [`${at + 1}`, readNamed(`${at + 1}`)]));
  expect(readNamed('1')).toBe(others.get('1'));
  expect(readNamed('0')).not.toBe(first);
  expect(readNamed('0', 2 ** 15)).not.toBe(readNamed('0', 2 ** 15));
});
