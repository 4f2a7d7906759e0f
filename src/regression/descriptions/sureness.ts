import { type Finding, isPossible, type Pair } from './change.ts';
import { hasUnhandled, isAnything, type Shape } from './shape.ts';

type Shapes = Pick<Pair, 'before' | 'after'>;

/** Whether findings between two shapes may mean that one accepts more, or less, than the other. */
export function possibilitiesOf(findings: readonly Finding[], shapes: Shapes): Pick<Pair, 'gains' | 'loses'> {
  const isSure = surenessOf(shapes);
  const isFound = (what: 'gains' | 'loses'): boolean =>
    findings.some((one) => isPossible(one, what)) || (findings.length > 0 && !isSure[what]);
  return { gains: isFound('gains'), loses: isFound('loses') };
}

/**
 * Whether a comparison is certain that one shape accepts no more, or no less, than the other. Next to or below an
 * unhandled keyword it is not, unless the shape that would accept less has none and those of the other only narrow it.
 * When the new shape accepts anything, the old one does not matter.
 */
export function surenessOf({ before, after }: Shapes): Readonly<Record<'gains' | 'loses', boolean>> {
  const isSure = (less: Shape, more: Shape): boolean => !hasUnhandled(less) && more.isCovered;
  return {
    gains: isAnything(after) || isSure(before, after),
    loses: isAnything(after) || isSure(after, before),
  };
}
