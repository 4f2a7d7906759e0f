import { describe, expect, test } from 'vitest';
import {
  alteredHazards,
  fragmentGroups,
  hazards,
  inOtherCase,
  lookalikeGroups,
  lookalikeText,
  textOfFragments,
  withoutAccents,
} from '../../../src/generation/hazards.ts';

const seeds = Array.from({ length: 80 }, (_, seed) => seed);
const draw = (seed: number) => ({ seed, place: 4 });

describe('a mixed text', () => {
  test('is of its length whatever the seed, and has every hazard of the parts of texts', () => {
    const all = new Set(
      fragmentGroups.flatMap((group) => alteredHazards(textOfFragments([group], draw(0), 0, 250), '-')),
    );
    for (const seed of seeds) {
      const text = textOfFragments(fragmentGroups, draw(seed), 0, 250);
      expect(text).toHaveLength(250);
      expect(new Set(alteredHazards(text, '-')), `seed ${seed}`).toEqual(all);
    }
  });

  test('of a group is short enough for a name', () => {
    for (const group of fragmentGroups)
      for (const seed of seeds) expect(textOfFragments([group], { seed, place: 0 }, 1, 40)).toHaveLength(40);
  });

  test('is another one without its accents, and in the other letter case', () => {
    const text = textOfFragments(['letters', 'accented letters'], { seed: 3, place: 1 }, 0, 40);
    expect(withoutAccents(text)).not.toBe(text);
    expect(inOtherCase(inOtherCase(text))).toBe(text);
    expect(withoutAccents('Zoë Ame\u0301lie Weiß Й')).toBe('Zoe Amelie Weiß Й');
  });
});

test('Consecutive seeds give a field every whole text', () => {
  for (const group of lookalikeGroups) {
    const texts = new Set(seeds.map((seed) => lookalikeText(group, { seed, place: 2 })));
    const all = new Set(
      seeds.flatMap((seed) => [0, 1, 2, 3].map((place) => lookalikeText(group, { seed, place }))),
    );
    expect(texts).toEqual(all);
  }
});

test.each([
  ['A <b>So</b> & b', 'A So & b', ['markup']],
  ['00417', '417', ['leading zeros']],
  ['', '-', ['no characters']],
  ['<b>So</b>', '', []],
  ['null', '', ['the word null']],
  ['Null', 'Nulls', ['the word null']],
  ['null and void', 'void', []],
])('what %j loses as %j is named', (sent, found, names) => {
  expect(alteredHazards(sent, found)).toEqual(names);
});

test('Each hazard has a name of its own', () => {
  expect(new Set(hazards.map(([name]) => name)).size).toBe(hazards.length);
});
