import { compareServed, type SeenBeside } from '../../regression/drift/compare-served.ts';
import type { Drift } from '../../regression/drift/drift.ts';
import type { Description } from '../../specification/description.ts';
import { documentIn } from '../descriptions/document-text.ts';
import { describedIn } from '../descriptions/read-description.ts';
import { withBasesInPaths } from './bases-in-paths.ts';

/**
 * Compares a served description with the agreed one. It accepts any text, and has no time limit of its own.
 * @throws {Error} for a fault of the suite
 */
export function driftOf({ agreed, text, ...beside }: DriftWork): Drift {
  const served = servedIn(text);
  if (served === undefined) return { state: 'not-compared', reason: 'not-usable' };
  const whole = withBasesInPaths(agreed);
  try {
    return compareServed(whole, withBasesInPaths({ ...served }, whole), beside);
  } catch (cause) {
    // The description determines the depth of the recursion.
    if (cause instanceof RangeError) return { state: 'not-compared', reason: 'too-costly' };
    // If comparing the agreed description with itself fails, too, the suite is at fault and not the served
    // description.
    compareServed(whole, whole, beside);
    return { state: 'not-compared', reason: 'not-usable' };
  }
}

/** Any error is caught: the target chose the text and with it what a parser does. */
function servedIn(text: string): Description | undefined {
  const source = { name: 'The served description', text };
  try {
    return describedIn(source, documentIn(source)).description;
  } catch {
    return undefined;
  }
}

export interface DriftWork extends SeenBeside {
  /** OpenAPI 3.1 with internal references only. */
  readonly agreed: Readonly<Record<string, unknown>>;
  /** The served description, in JSON or YAML. */
  readonly text: string;
}
