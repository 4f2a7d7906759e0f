import type { Effect, Witness } from './difference.ts';

/** It breaks them, which the witness proves. */
export function breaking(reason: string, witness: Witness): Effect {
  return { verdict: 'breaking', reason, witness };
}

/** It does not break them. */
export function compatible(reason: string): Effect {
  return { verdict: 'compatible', reason };
}

/** Whether it breaks them is not known. */
export function undecided(reason: string): Effect {
  return { verdict: 'undecided', reason };
}
