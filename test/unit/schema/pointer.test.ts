import { describe, expect, it } from 'vitest';
import { childPointer, memberOf, pointerTokens, valueAt } from '../../../src/schema/pointer.ts';

// The examples of RFC 6901, section 5.
const document = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
  '~1': 9,
};

describe('a JSON pointer', () => {
  it.each<[pointer: string, value: unknown]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/~01', 9],
    ['/bar', undefined],
    ['/foo/2', undefined],
    ['/foo/length/x', undefined],
    ['/foo/0/0', undefined],
    ['/constructor', undefined],
    ['/__proto__/toString', undefined],
  ])('%j leads to %j', (pointer, value) => {
    expect(valueAt(document, pointer)).toEqual(value);
  });

  it.each(Object.keys(document))('is built of the name %j, and taken apart again', (name) => {
    const pointer = childPointer('/foo', name);
    expect(pointerTokens(pointer)).toEqual(['foo', name]);
    expect(valueAt({ foo: document }, pointer)).toBe(document[name as keyof typeof document]);
  });

  it('is built of an index', () => {
    expect(childPointer('', 0)).toBe('/0');
    expect(pointerTokens('')).toEqual([]);
  });
});

it.each<[of: string, value: unknown, name: string, member: unknown]>([
  ['an object', { a: 1 }, 'a', 1],
  ['an object that has it from JSON', JSON.parse('{"__proto__":1}'), '__proto__', 1],
  ['an object that inherits it', {}, 'toString', undefined],
  ['an array', ['a'], '0', 'a'],
  ['a text', 'text', 'length', undefined],
  ['null', null, 'a', undefined],
  ['nothing', undefined, 'a', undefined],
])('a member of %s', (_, value, name, member) => {
  expect(memberOf(value, name)).toBe(member);
});
