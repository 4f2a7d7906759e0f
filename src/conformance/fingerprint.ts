import { createHash } from 'node:crypto';
import type { Check, Deviation } from '../harness/check.ts';
import { generalPointer } from '../schema/pointer.ts';

/**
 * Identifies a deviation across runs, seeds, cases and orders of checks: equal for equal requirement, operation, place
 * and kind. It depends on no value and no identifier.
 */
export function fingerprintOf(
  { id, operation }: Pick<Check, 'id' | 'operation'>,
  { requirement, pointer, kind }: Pick<Deviation, 'requirement' | 'pointer' | 'kind'>,
): string {
  // Without a kind, the check distinguishes the deviations.
  const what = kind === undefined ? ['check', id] : ['kind', kind];
  const identity = JSON.stringify([requirement, operation, generalPointer(pointer), ...what]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}
