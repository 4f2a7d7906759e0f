import { compareServed } from '../../regression/drift/compare-served.ts';
import type { Drift } from '../../regression/drift/drift.ts';
import type { Description } from '../../specification/description.ts';
import { documentIn } from '../descriptions/document-text.ts';
import { usable } from '../descriptions/read-description.ts';
import { withBasesInPaths } from './bases-in-paths.ts';
import type { DriftWork } from './work.ts';

/**
 * Compares a served description, whatever it is, with the agreed one. Takes as long as the description makes it take.
 * @throws {Error} for a fault of this suite
 */
export function driftOf({ agreed, text, ...beside }: DriftWork): Drift {
  const served = servedIn(text);
  if (served === undefined) return { state: 'not-compared', reason: 'not-usable' };
  const whole = withBasesInPaths(agreed);
  try {
    return compareServed(whole, withBasesInPaths({ ...served }, whole), beside);
  } catch (cause) {
    // How deep a comparison goes is the description's doing.
    if (cause instanceof RangeError) return { state: 'not-compared', reason: 'too-costly' };
    // What breaks with the agreed description too is no doing of the served one.
    compareServed(whole, whole, beside);
    return { state: 'not-compared', reason: 'not-usable' };
  }
}

/** Whoever chose the text chose what it does to those who read it. */
function servedIn(text: string): Description | undefined {
  const source = { name: 'The served description', text };
  try {
    return usable(documentIn(source)).description;
  } catch {
    return undefined;
  }
}
