import { describe, expect, test } from 'vitest';
import { overlaid } from '../../../../src/gate/descriptions/overlay.ts';
import { anything, named, row, tableOf, text, yamlOf } from '../../../support/yaml-rows.ts';

const document = { a: { list: ['one', 'two', 'three'], text: 'old', deep: { kept: 1 } }, b: { text: 'old' } };

function withActions(...actions: readonly object[]): unknown {
  return withActionsOf('1.0.0', ...actions);
}

function withActionsOf(overlay: string, ...actions: readonly object[]): unknown {
  return overlaid(document, { name: 'o.yaml', text: JSON.stringify({ overlay, actions }) });
}

describe('an overlay', () => {
  test('merges what it updates, in every place that its target selects', () => {
    expect(withActions({ target: '$.*', update: { text: 'new', deep: { further: 2 } } })).toEqual({
      a: { ...document.a, text: 'new', deep: { kept: 1, further: 2 } },
      b: { text: 'new', deep: { further: 2 } },
    });
  });

  test('adds to a list, and to one that stands in what it updates', () => {
    const list = [...document.a.list, 'four'];
    const changed = { ...document, a: { ...document.a, list } };
    expect(withActions({ target: '$.a.list', update: 'four' })).toEqual(changed);
    expect(withActions({ target: '$.a', update: { list: ['four'] } })).toEqual(changed);
  });

  test('removes members and elements', () => {
    expect(
      withActions({ target: "$.a.list[?@ != 'two']", remove: true }, { target: '$.b', remove: true }),
    ).toEqual({ a: { ...document.a, list: ['two'] } });
  });

  test.each<[target: string, list: string[]]>([
    ['$.a.list[2,0]', ['two']],
    ['$.a.list[0,2]', ['two']],
    ['$.a.list[::-1]', []],
    ['$.a.list[1,1]', ['one', 'three']],
    ["$.a['list','list'][-1,2]", ['one', 'two']],
  ])('removes what %s selects, once each, and nothing else', (target, list) => {
    expect(withActions({ target, remove: true })).toEqual({ ...document, a: { ...document.a, list } });
  });

  test('removes what stands within what it removes', () => {
    const nested = { list: [[{ list: [1, 2] }, 3], 4, 5] };
    const actions = [{ target: '$.list[0,0][0,1]', remove: true }];
    const text = JSON.stringify({ overlay: '1.0.0', actions });
    expect(overlaid(nested, { name: 'o.yaml', text })).toEqual({ list: [[], 4, 5] });
    expect(overlaid(nested, { name: 'o.yaml', text: text.replace('[0,0][0,1]', '..[0]') })).toEqual({
      list: [4, 5],
    });
  });

  test('updates once what is selected twice', () => {
    const { a } = document;
    const list = [...a.list, 'four'];
    expect(withActions({ target: "$.a['list','list']", update: 'four' })).toEqual({
      ...document,
      a: { ...a, list },
    });
  });

  test.each([
    ['1.0.0', [...document.a.list, ['four', 'five']]],
    ['1.1.0', [...document.a.list, 'four', 'five']],
  ])('of version %s adds a list to a list', (version, list) => {
    expect(withActionsOf(version, { target: '$.a.list', update: ['four', 'five'] })).toEqual({
      ...document,
      a: { ...document.a, list },
    });
  });

  test('of version 1.1 copies a value as it is at that action', () => {
    const actions = [
      { target: '$.b.text', update: 'new' },
      { target: '$.a.text', copy: '$.b.text' },
      { target: '$.a.list', copy: '$.a.list[0]' },
      { target: '$.b', copy: '$.a.deep' },
    ];
    expect(withActionsOf('1.1.0', ...actions)).toEqual({
      a: { ...document.a, text: 'new', list: [...document.a.list, 'one'] },
      b: { text: 'new', kept: 1 },
    });
  });

  test.each([
    ['1.0.0', [{ target: '$.a' }, { target: '$.b', remove: false, 'x-why': 'later' }]],
    ['1.1.0', [{ target: '$.c', remove: true }]],
  ])('of version %s may do nothing', (version, actions) => {
    expect(withActionsOf(version, ...actions)).toEqual(document);
  });

  test('leaves the document as it was', () => {
    withActions({ target: '$.a', update: { deep: { kept: 2 } } }, { target: '$.b', remove: true });
    expect(document).toMatchObject({ a: { deep: { kept: 1 } }, b: { text: 'old' } });
  });
});

const refused = yamlOf(new URL('./refused-overlays.yaml', import.meta.url), tableOf(row(anything, text)));

test.each(named(refused))('an overlay with %s is refused', (_name, overlay, words) => {
  const written = typeof overlay === 'string' ? overlay : JSON.stringify(overlay);
  expect(() => overlaid(document, { name: 'o.yaml', text: written })).toThrow(
    expect.objectContaining({ code: 'OVERLAY_WRONG', message: expect.stringContaining(words) }),
  );
});
