import { quoted } from '../../report/quoted.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import { Failure } from '../failure.ts';
import { nearest } from '../nearest.ts';

export interface Judge {
  readonly specification: Specification;
  readonly schemaName: string;
}

export interface JudgeOptions {
  /** By default the bundled specification. */
  readonly specification?: Specification | undefined;
  /** The name of one of its schemas; by default that of case records. */
  readonly schema?: string | undefined;
}

/**
 * Finds the schema for judging records.
 * @throws {Failure} `SCHEMA_UNKNOWN` if the specification has no such schema
 */
export function judgeOf({ specification = bundled, schema = 'CaseRecord' }: JudgeOptions): Judge {
  if (specification.describesSchema(schema)) return { specification, schemaName: schema };
  const names = Object.keys(specification.description.components.schemas);
  const near = nearest(schema, names);
  throw new Failure(
    'SCHEMA_UNKNOWN',
    `The description has no schema named ${quoted(schema)}. ${near === undefined ? `Its schemas are ${names.join(', ')}.` : `Did you mean '${near}'?`}`,
  );
}
