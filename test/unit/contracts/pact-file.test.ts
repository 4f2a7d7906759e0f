import { describe, expect, test } from 'vitest';
import {
  mergedPact,
  type PactFile,
  type PactInteraction,
  pactText,
} from '../../../scripts/contracts/pact-file.ts';

function interaction(description: string, ...states: readonly object[]): PactInteraction {
  const providerStates = states.map((params) => ({ name: 'a state', params }));
  return { request: {}, description, response: {}, providerStates };
}

function pactOf(...interactions: readonly PactInteraction[]): PactFile {
  const libraries = { 'pact-js': { version: '17.1.4' }, pactRust: { ffi: '0.5.8' } };
  return {
    provider: { name: 'service' },
    consumer: { name: 'client' },
    interactions,
    metadata: { ...libraries, pactSpecification: { version: '4.0' } },
  };
}

describe('merging', () => {
  test('keeps every interaction, in the same order whatever order the pacts come in', () => {
    const pacts = [
      pactOf(interaction('b'), interaction('a', { id: 2 })),
      pactOf(interaction('B')),
      pactOf(interaction('a', { id: 1 })),
    ];
    const merged = mergedPact(pacts);
    expect(merged.interactions).toEqual([
      interaction('B'),
      interaction('a', { id: 1 }),
      interaction('a', { id: 2 }),
      interaction('b'),
    ]);
    expect(pactText(mergedPact(pacts.toReversed()))).toBe(pactText(merged));
  });

  test('keeps the version of the format, and none of a library', () => {
    expect(mergedPact([pactOf()]).metadata).toEqual({ pactSpecification: { version: '4.0' } });
  });

  test('refuses two interactions that Pact would take for one, however their states are written', () => {
    const one = pactOf(interaction('a', { id: 1, type: 'Sale' }));
    const other = pactOf(interaction('a', { type: 'Sale', id: 1 }));
    expect(() => mergedPact([one, other])).toThrow(new Error("Two interactions are the same to Pact: 'a'."));
  });

  test('refuses to make a pact of nothing', () => {
    expect(() => mergedPact([])).toThrow(new Error('There is no pact to merge.'));
  });
});

test('the text of a pact has its members in the order of their names, and a line break at its end', () => {
  const providerStates = [{ name: 'a state', params: { b: [{ c: null, d: 1 }] } }];
  const inOrder = {
    consumer: { name: 'client' },
    interactions: [{ description: 'a', providerStates, request: {}, response: {} }],
    metadata: { pactSpecification: { version: '4.0' } },
    provider: { name: 'service' },
  };
  const text = pactText(mergedPact([pactOf(interaction('a', { b: [{ d: 1, c: null }] }))]));
  expect(text).toBe(`${JSON.stringify(inOrder, null, 2)}\n`);
});
