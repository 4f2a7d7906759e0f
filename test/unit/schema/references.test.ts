import { describe, expect, test } from 'vitest';
import { followed, linked } from '../../../src/schema/references.ts';

describe('a linked document', () => {
  const document = {
    schemas: { 'a/b': { type: 'string' }, list: { items: { $ref: '#/schemas/a~1b' } } },
    loop: { inner: { $ref: '#/loop' } },
  };
  const copy = linked(document);

  test('knows what each reference leads to', () => {
    expect(followed(copy.schemas.list.items)).toBe(copy.schemas['a/b']);
    expect(followed(copy.loop.inner)).toBe(copy.loop);
  });

  test('reads and is written as the document', () => {
    expect(copy).toEqual(document);
    expect(Object.keys(copy.loop.inner)).toEqual(['$ref']);
  });

  test('cannot be changed, and leaves the document as it was', () => {
    expect(Object.isFrozen(copy.schemas.list.items)).toBe(true);
    expect(Object.isFrozen(document.schemas)).toBe(false);
    expect(() => followed(document.loop.inner)).toThrow("The reference '#/loop' leads nowhere.");
  });

  test.each(['#/nothing', 'other.yaml#/schemas/a', '#/schemas/list/none'])('%s leads nowhere', ($ref) => {
    expect(() => followed(linked({ schemas: {}, here: { $ref } }).here)).toThrow(
      `The reference '${$ref}' leads nowhere.`,
    );
  });

  test('a member that is only called $ref is no reference', () => {
    const { properties } = linked({ properties: { $ref: { type: 'string' } } });
    expect(properties).toEqual({ $ref: { type: 'string' } });
  });
});
