import { createHash } from 'node:crypto';
import type { Check, Deviation } from '../harness/check.ts';
import { generalPointer } from '../schema/pointer.ts';

/**
 * What a deviation is, over runs, seeds, cases and the order of checks: the same for the same requirement, operation,
 * place and kind. No value goes into it, nor does an identifier.
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
