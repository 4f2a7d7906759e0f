import type { Effect, Witness } from './difference.ts';

export function breaking(reason: string, witness: Witness): Effect {
  return { verdict: 'breaking', reason, witness };
}

export function compatible(reason: string): Effect {
  return { verdict: 'compatible', reason };
}

export function undecided(reason: string): Effect {
  return { verdict: 'undecided', reason };
}
