import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import type { DescriptionDifference, Effect } from '../../../../src/regression/descriptions/difference.ts';
import { type Acceptance, acceptanceOf, type BodyOf } from './acceptance.ts';
import type { At, Pair, Told } from './corpus/pair.ts';
import { corpus } from './corpus.ts';

const fromBest: readonly Told[] = ['none', 'compatible', 'undecided', 'breaking'];

function worst(effects: readonly Effect[]): Told {
  return effects
    .map(({ verdict }): Told => verdict)
    .reduce((one, other) => (fromBest.indexOf(other) > fromBest.indexOf(one) ? other : one), 'none');
}

function standsAt(
  { operation, part, pointers, within = '' }: At,
  difference: DescriptionDifference,
): boolean {
  return (
    (operation === undefined || difference.operation === operation) &&
    (part === undefined || difference.part === part) &&
    (pointers === undefined || pointers.includes(difference.pointer)) &&
    `${difference.pointer}/`.startsWith(`${within}/`)
  );
}

test('each pair has a name of its own', () => {
  const names = Object.values(corpus).flatMap((pairs) => pairs.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(Object.entries(corpus))('%s', (_kind, ofThatKind) => {
  test.each(ofThatKind.map((pair) => [pair.name, pair] as const))('%s', (_name, pair) => {
    const differences = compareDescriptions(pair.before, pair.after);
    const all = JSON.stringify(differences, undefined, 2);
    expect(pair.consumers, all).toContain(worst(differences.map(({ consumers }) => consumers)));
    expect(pair.providers, all).toContain(worst(differences.map(({ providers }) => providers)));
    const { at } = pair;
    if (at)
      expect(
        differences.filter((difference) => standsAt(at, difference)),
        all,
      ).not.toEqual([]);
    expect(differences.flatMap(unsaid)).toEqual([]);
    expect(unproved(pair, differences)).toEqual([]);
  });
});

/** What a difference leaves the reader without. */
function unsaid({ message, consumers, providers }: DescriptionDifference): string[] {
  return Object.entries({ message, consumers: consumers.reason, providers: providers.reason })
    .filter(([, words]) => words.trim() === '')
    .map(([name]) => name);
}

/** The breaks that nothing proves. */
function unproved({ before, after, proof }: Pair, differences: readonly DescriptionDifference[]): unknown[] {
  const breaks = differences.flatMap((difference) =>
    (['consumers', 'providers'] as const)
      .filter((side) => difference[side].verdict === 'breaking')
      .map((side) => ({ side, difference })),
  );
  if (breaks.length === 0) return [];
  const acceptances = { before: acceptanceOf(before), after: acceptanceOf(after) };
  return breaks.filter(({ side, difference }) => !isProved(side, difference, proof, acceptances));
}

function isProved(
  side: 'consumers' | 'providers',
  { part, keyword, [side]: { witness, byPolicy } }: DescriptionDifference,
  proof: Pair['proof'],
  acceptances: Readonly<Record<'before' | 'after', Acceptance>>,
): boolean {
  if (byPolicy === true)
    return witness === undefined && (proof === 'policy' || ['discriminator', 'default'].includes(keyword));
  if (proof === 'policy') return false;
  if (witness === undefined) return false;
  const isRequest = part === 'request body';
  if (proof === 'exchange' || !(isRequest || part.startsWith('response '))) return true;
  // Consumers break by what they may newly read and by what they may no longer send; providers the other way round.
  const accepting = isRequest === (side === 'consumers') ? 'before' : 'after';
  if (witness.acceptedBy !== accepting) return false;
  const refusing = accepting === 'before' ? 'after' : 'before';
  const { operation, status = part.slice('response '.length), body } = witness;
  const of: BodyOf = isRequest
    ? { operation, part: 'request body' }
    : { operation, part: 'response', status: String(status) };
  return acceptances[accepting](of, body) && !acceptances[refusing](of, body);
}
