import { upgraded } from '../../specification/upgrade.ts';
import type { Compared } from './bodies.ts';
import type { DescriptionDifference } from './difference.ts';
import { differencesOf } from './differences.ts';
import { withDiscriminatorsSpelledOut } from './discriminators.ts';
import { operationsIn } from './document.ts';
import { judgesOf } from './judges.ts';
import { operationsDiffer } from './operations.ts';
import { shapesOf } from './shapes.ts';
import { webhooksDiffer } from './webhooks.ts';

/** A description as it was parsed. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * Every difference between two descriptions, with whom it breaks and what proves that. Differences in form alone are
 * none.
 * @param before - OpenAPI 3.0 or 3.1, parsed; its references lead within it
 */
export function compareDescriptions(before: Document, after: Document): DescriptionDifference[] {
  const old = withDiscriminatorsSpelledOut(upgraded(before));
  const now = withDiscriminatorsSpelledOut(upgraded(after));
  const compared: Compared = {
    shapes: { before: shapesOf(old), after: shapesOf(now) },
    judges: { before: judgesOf(old), after: judgesOf(now) },
    differences: differencesOf(),
    told: new Map(),
  };
  return [
    ...operationsDiffer(operationsIn(old), operationsIn(now), compared),
    ...webhooksDiffer(operationsIn(old, 'webhooks'), operationsIn(now, 'webhooks'), compared),
  ];
}
