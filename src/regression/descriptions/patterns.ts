import { createRequire } from 'node:module';
import type { DFA as Automaton, Concatenation, Element, Expression, NoParent } from 'refa';

const require = createRequire(import.meta.url);

/**
 * The shortest text that only the new pattern (`gained`) or only the old pattern (`lost`) matches. Null if there is
 * none.
 */
export interface PatternComparison {
  readonly gained: string | null;
  readonly lost: string | null;
}

/** Undefined if automata cannot represent one of the patterns, such as a backreference, or would be too large. */
export function comparePatterns(before: string, after: string): PatternComparison | undefined {
  try {
    const old = automatonOf(before);
    const now = automatonOf(after);
    return { gained: shortestWithout(now, old), lost: shortestWithout(old, now) };
  } catch {
    // The refa library throws plain errors for unsupported constructs and for too many states.
    return undefined;
  }
}

/** The automaton of all texts that contain a match, since a `pattern` may match anywhere in a text. */
function automatonOf(pattern: string): Automaton {
  const { JS, NFA, DFA, Transformers, transform } = require('refa') as typeof import('refa');
  const { expression, maxCharacter } = JS.Parser.fromLiteral(new RegExp(pattern, 'u')).parse();
  const anchored = transform(Transformers.applyAssertions(), withoutAnchors(expression, maxCharacter));
  const states = new NFA.LimitedNodeFactory(maxStates);
  const loose = NFA.fromRegex(anchored, { maxCharacter }, { assertions: 'throw' }, states);
  return DFA.fromFA(loose, new DFA.LimitedNodeFactory(maxStates));
}

const maxStates = 3_000;

/** An expression that matches whole texts: each alternative without `^` or `$` gets any text there. */
function withoutAnchors(expression: NoParent<Expression>, maxCharacter: number): NoParent<Expression> {
  const { CharSet } = require('refa') as typeof import('refa');
  const anything = (): NoParent<Element> => ({
    ...{ type: 'Quantifier', min: 0, max: Number.POSITIVE_INFINITY, lazy: false },
    alternatives: [
      {
        type: 'Concatenation',
        elements: [{ type: 'CharacterClass', characters: CharSet.all(maxCharacter) }],
      },
    ],
  });
  const alternatives = expression.alternatives.map(({ type, elements }): NoParent<Concatenation> => {
    const [first] = elements;
    const last = elements.at(-1);
    const starts = first !== undefined && isEdge(first, 'behind');
    const ends = last !== undefined && isEdge(last, 'ahead');
    const inner = elements.slice(starts ? 1 : 0, ends ? -1 : undefined);
    return { type, elements: [...(starts ? [] : [anything()]), ...inner, ...(ends ? [] : [anything()])] };
  });
  return { type: 'Expression', alternatives };
}

function isEdge(element: NoParent<Element>, kind: 'ahead' | 'behind'): boolean {
  if (element.type !== 'Assertion' || element.kind !== kind || !element.negate) return false;
  const [only, another] = element.alternatives;
  const [character, more] = only?.elements ?? [];
  return (
    another === undefined &&
    more === undefined &&
    character?.type === 'CharacterClass' &&
    character.characters.isAll
  );
}

function shortestWithout(automaton: Automaton, other: Automaton): string | null {
  const { NFA, Words } = require('refa') as typeof import('refa');
  const rest = other.copy();
  rest.complement();
  const states = new NFA.LimitedNodeFactory(maxStates);
  const [shortest] = NFA.fromIntersection(automaton, rest, states).wordSets();
  if (shortest === undefined) return null;
  return String.fromCodePoint(...(Words.pickMostReadableWord(shortest) ?? []));
}
