import { describe, expect, test } from 'vitest';
import { overlaid } from '../../../../src/gate/descriptions/overlay.ts';

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
  [
    'no JSONPath',
    [{ target: '$.[', remove: true }],
    "at /actions/0/target, '$.[' is not a JSONPath of RFC 9535: ",
  ],
  ['no target', [{ remove: true }], 'at /actions/0, actions.0 lacks target'],
  [
    'a key of a later version',
    [{ target: '$.a', update: {}, copy: '$.b' }],
    "at /actions/0/copy, 'copy' is not a key of version 1.0. Use version 1.1.0",
  ],
  [
    'an unknown key',
    [{ target: '$.a', udpate: '$.b' }],
    "at /actions/0/udpate, actions.0 has no key 'udpate'. Did you mean 'update'?",
  ],
  [
    'all of it removed',
    [{ target: '$', remove: true }],
    "the target '$' would remove the description itself",
  ],
  ['no actions', [], 'at /actions, actions must be a list of at least one action'],
])('an overlay with %s is refused', (_name, actions, words) => {
  expect(() => withActions(...actions)).toThrow(
    expect.objectContaining({ code: 'OVERLAY_WRONG', message: expect.stringContaining(words) }),
  );
});

test.each([
  [
    'several values to copy',
    { target: '$.b', copy: '$.*' },
    "at /actions/0/copy, copy must select one value, but '$.*' selects more than one value",
  ],
  [
    'nothing to copy',
    { target: '$.b', copy: '$.c' },
    "copy must select one value, but '$.c' selects nothing",
  ],
  ['a text in the place of an object', { target: '$.a', update: { deep: 'x' } }, 'are of different kinds'],
  ['an object in the place of a text', { target: '$.a.text', update: {} }, 'are of different kinds'],
])('an overlay of version 1.1 with %s is refused', (_name, action, words) => {
  expect(() => withActionsOf('1.1.0', action)).toThrow(
    expect.objectContaining({ code: 'OVERLAY_WRONG', message: expect.stringContaining(words) }),
  );
});

test.each([
  [
    'an unknown key',
    'overlay: 1.0.0\nactons: []\nactions: [target: $]',
    "in line 2 at /actons, it has no key 'actons'. Did you mean 'actions'",
  ],
  ['what is no overlay', 'openapi: 3.1.0', 'in line 1, it lacks overlay'],
  [
    'another version',
    '# a\noverlay: 2.0.0\nactions: [target: $]',
    'in line 2 at /overlay, overlay must be a version, 1.0.0 or 1.1.0, but is',
  ],
])('%s is refused', (_name, text, words) => {
  expect(() => overlaid(document, { name: 'o.yaml', text })).toThrow(
    expect.objectContaining({ code: 'OVERLAY_WRONG', message: expect.stringContaining(words) }),
  );
});
