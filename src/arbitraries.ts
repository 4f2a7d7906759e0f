// This file exports fast-check arbitraries of the interface's records for tests of users.

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

/** The TypeScript type of a record in the bundled specification. */
export type RecordOf<Type extends generation.GeneratedType> = components['schemas'][Type];

/**
 * Arbitrary valid records, with any of their fields and any valid values.
 * @throws {Error} if the type has no edition of the name `wanted.edition`
 */
export const records = generation.records as <Type extends generation.GeneratedType>(
  wanted: generation.Wanted & { readonly type: Type },
) => fc.Arbitrary<RecordOf<Type>>;
