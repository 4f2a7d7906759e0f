// fast-check arbitraries of what the interface exchanges, for tests of one's own.

import './gate/supported-node.ts';
import type fc from 'fast-check';
import * as generation from './generation/records.ts';
import type { components } from './specification/interface.ts';

export type { DefectName, Keyword } from './generation/defects.ts';
export type { EdgeCaseName } from './generation/edge-cases.ts';
export {
  type EdgeCaseRecord,
  edgeCaseRecords,
  type GeneratedType,
  generatedTypes,
  type InvalidRecord,
  invalidRecords,
  type Wanted,
} from './generation/records.ts';
export type { TextStyle } from './generation/values.ts';

/** A record as the bundled specification types it. */
export type RecordOf<Type extends generation.GeneratedType> = components['schemas'][Type];

/**
 * Valid records: any members, any values.
 * @throws {Error} when the type has no such edition
 */
export const records = generation.records as <Type extends generation.GeneratedType>(
  wanted: generation.Wanted & { readonly type: Type },
) => fc.Arbitrary<RecordOf<Type>>;
