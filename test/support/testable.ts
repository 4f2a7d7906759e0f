import { isDecidable, type Requirement } from '../../src/specification/requirements.ts';

export function isTestable(row: Requirement): boolean {
  return isDecidable(row) || row.standing === 'advisory';
}
