import { describe, expect, test } from 'vitest';
import { overlaid } from '../../../../src/gate/descriptions/overlay.ts';

const document = { a: { list: ['one', 'two', 'three'], text: 'old', deep: { kept: 1 } }, b: { text: 'old' } };

/** The document with an overlay of these actions. */
function withActions(...actions: readonly object[]): unknown {
  return overlaid(document, { name: 'o.yaml', text: JSON.stringify({ overlay: '1.0.0', actions }) });
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
    ).toEqual({
      a: { ...document.a, list: ['two'] },
    });
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

  test('leaves the document as it was', () => {
    withActions({ target: '$.a', update: { deep: { kept: 2 } } }, { target: '$.b', remove: true });
    expect(document).toMatchObject({ a: { deep: { kept: 1 } }, b: { text: 'old' } });
  });
});

test.each([
  [
    'nothing that it selects',
    [{ target: '$.c', remove: true }],
    "at /actions/0/target, the target '$.c' selects nothing",
  ],
  [
    'nothing that it selects any more',
    [
      { target: '$.b', remove: true },
      { target: '$.b', update: {} },
    ],
    "at /actions/1/target, the target '$.b' selects nothing",
  ],
  ['no JSONPath', [{ target: '$.[', remove: true }], "the target '$.[' is not a JSONPath of RFC 9535: "],
  ['no target', [{ remove: true }], 'at /actions/0, an action must have a target'],
  ['nothing to do', [{ target: '$.a' }], "the action of '$.a' has neither update nor remove"],
  [
    'all of it removed',
    [{ target: '$', remove: true }],
    "the target '$' would remove the description itself",
  ],
  ['no actions', [], 'at /actions, actions must be a list of at least one'],
])('an overlay with %s is refused', (_name, actions, words) => {
  expect(() => withActions(...actions)).toThrow(
    expect.objectContaining({ code: 'OVERLAY_WRONG', message: expect.stringContaining(words) }),
  );
});

test.each([
  ['what is no overlay', 'openapi: 3.1.0', 'in line 1, it has no overlay'],
  ['another version', '# a\noverlay: 2.0.0', "in line 2 at /overlay, version '2.0.0' is not supported"],
])('%s is refused', (_name, text, words) => {
  expect(() => overlaid(document, { name: 'o.yaml', text })).toThrow(
    expect.objectContaining({ code: 'OVERLAY_WRONG', message: expect.stringContaining(words) }),
  );
});
