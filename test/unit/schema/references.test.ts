import { describe, expect, test } from 'vitest';
import { dereferenced, linked } from '../../../src/schema/references.ts';

describe('a linked document', () => {
  const written = {
    schemas: { 'a/b': { type: 'string' }, list: { items: { $ref: '#/schemas/a~1b' } } },
    loop: { inner: { $ref: '#/loop' } },
  };
  const document = linked(structuredClone(written));

  test('knows what each reference leads to', () => {
    expect(dereferenced(document.schemas.list.items)).toBe(document.schemas['a/b']);
    expect(dereferenced(document.loop.inner)).toBe(document.loop);
  });

  test('reads and is written as the document', () => {
    expect(document).toEqual(written);
    expect(Object.keys(document.loop.inner)).toEqual(['$ref']);
  });

  test('cannot be changed', () => {
    expect(Object.isFrozen(document.schemas.list.items)).toBe(true);
  });

  test('that is not linked has no references to follow', () => {
    expect(() => dereferenced(written.loop.inner)).toThrow("The reference '#/loop' leads nowhere.");
  });

  test.each(['#/nothing', 'other.yaml#/schemas/a', '#/schemas/list/none'])('%s leads nowhere', ($ref) => {
    expect(() => dereferenced(linked({ schemas: {}, here: { $ref } }).here)).toThrow(
      `The reference '${$ref}' leads nowhere.`,
    );
  });

  test('a member that is only called $ref is no reference', () => {
    const { properties } = linked({ properties: { $ref: { type: 'string' } } });
    expect(properties).toEqual({ $ref: { type: 'string' } });
  });
});
