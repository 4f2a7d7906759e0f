import { compareServed, type ObservedAnswers } from '../../regression/drift/compare-served.ts';
import type { Drift } from '../../regression/drift/drift.ts';
import type { JsonObject } from '../../schema/json.ts';
import type { Description } from '../../specification/description.ts';
import { documentIn } from '../descriptions/document-text.ts';
import { describedIn } from '../descriptions/read-description.ts';
import { withBasesInPaths } from './bases-in-paths.ts';

/** Compares the agreed description with the served text, which may be anything. The caller must limit the time. */
export function driftOf({ agreed, text, ...observed }: DriftWork): Drift {
  const served = servedIn(text);
  if (served === undefined) return { state: 'not-compared', reason: 'not-usable' };
  const whole = withBasesInPaths(agreed);
  try {
    return compareServed(whole, withBasesInPaths({ ...served }, whole), observed);
  } catch (cause) {
    // A RangeError is a stack overflow: the served description is nested too deeply.
    if (cause instanceof RangeError) return { state: 'not-compared', reason: 'too-costly' };
    // If the agreed description cannot even be compared with itself, the suite is at fault, and this call throws.
    compareServed(whole, whole, observed);
    return { state: 'not-compared', reason: 'not-usable' };
  }
}

function servedIn(text: string): Description | undefined {
  const source = { name: 'The served description', text };
  try {
    return describedIn(source, documentIn(source)).description;
  } catch {
    return undefined;
  }
}

export interface DriftWork extends ObservedAnswers {
  /** The agreed description: OpenAPI 3.1 with internal references only. */
  readonly agreed: JsonObject;
  readonly text: string;
}
