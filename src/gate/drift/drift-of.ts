import { compareServed } from '../../regression/drift/compare-served.ts';
import type { Drift } from '../../regression/drift/drift.ts';
import { documentIn } from '../descriptions/document-text.ts';
import { describedIn } from '../descriptions/read-description.ts';
import { withBasesInPaths } from './bases-in-paths.ts';
import type { DriftWork } from './work.ts';

/** Compares a served description, whatever it is, with the agreed one. Takes as long as the description makes it take. */
export function driftOf({ agreed, text, ...beside }: DriftWork): Drift {
  const source = { name: 'The served description', text };
  try {
    const { description } = describedIn(source, documentIn(source));
    return compareServed(agreed, withBasesInPaths({ ...description }), beside);
  } catch {
    // Whoever chose the text chose what it does to those who read it.
    return { state: 'not-compared', reason: 'not-usable' };
  }
}
