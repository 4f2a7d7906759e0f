import type { Fault } from '../../faults/behaviour.ts';

export function named<One extends { readonly id: string }>(some: readonly One[]): (readonly [string, One])[] {
  return some.map((one) => [one.id, one] as const);
}

export const isWhole = process.env.VERIFICATION === 'all';

export function oneIn<One>(number: number, all: readonly One[]): readonly One[] {
  return isWhole ? all : all.filter((_, index) => index % number === 3 % number);
}

export function isOfClients({ requirement }: Fault): boolean {
  return /^(update-)?client-/.test(requirement) || requirement === 'address-fields';
}
