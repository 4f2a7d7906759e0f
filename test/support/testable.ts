import { isDecidable, type Requirement } from '../../src/specification/requirements.ts';

/** Whether a check can find a deviation from it: it is decidable or an advisory. */
export function isTestable(row: Requirement): boolean {
  return isDecidable(row) || row.standing === 'advisory';
}
