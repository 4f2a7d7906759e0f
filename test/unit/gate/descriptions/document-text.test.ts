import { expect, test } from 'vitest';
import { positionIn } from '../../../../src/gate/descriptions/document-text.ts';
import { isObject } from '../../../../src/schema/json.ts';
import { childPointer, pointerTokens, valueAt } from '../../../../src/schema/pointer.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

function pointersIn(value: unknown, pointer = ''): string[] {
  const members = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [pointer, ...members.flatMap(([name, one]) => pointersIn(one, childPointer(pointer, name)))];
}

const hard = { 'a"b\\': [[], {}, [1, [true]], 'x{},[]:"'], '': { '/': { '~': null } }, z: 'an\nother' };

test.each<[string, unknown]>([
  ['the bundled description', bundled.description],
  ['names and texts that look like JSON', hard],
])('the positions in JSON are those of names, and of values in lists: %s', (_, value) => {
  for (const indent of [undefined, 2]) {
    const text = JSON.stringify(value, undefined, indent);
    const lines = text.split('\n');
    const source = { name: 'json', text };
    for (const pointer of pointersIn(value)) {
      const { line, column } = positionIn(source, pointer);
      const around = valueAt(value, pointer.replace(/\/[^/]*$/, ''));
      const name = pointerTokens(pointer).at(-1);
      const isItem = Array.isArray(around) || name === undefined;
      const due = JSON.stringify(isItem ? valueAt(value, pointer) : name, undefined, indent);
      const start = due.split('\n')[0]?.slice(0, 100);
      expect(lines[line - 1]?.slice(column - 1, column - 1 + (start?.length ?? 0))).toBe(start);
    }
  }
});

test.each([
  ['/paths/~1a/get', 3, 7],
  ['/paths/~1a/get/parameters/1', 6, 11],
  ['/paths/~1a/get/nothing/below', 3, 7],
  ['/other/get', 3, 7],
  ['', 1, 1],
])('the position of %s in YAML is that of its name, or of what is around it', (pointer, line, column) => {
  const text = `paths:
  /a: &path
      get:
        parameters:
        - { a: 1 }
        - b
other: *path
`;
  expect(positionIn({ name: 'a', text }, pointer)).toEqual({ line, column });
});
