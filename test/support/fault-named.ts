import type { Fault } from '../../faults/behaviour.ts';
import { faults } from '../../faults/faults.ts';

export function faultNamed(name: string): Fault {
  const fault = faults.find(({ id }) => id === name);
  if (fault === undefined) throw new Error(`There is no fault '${name}'.`);
  return fault;
}
