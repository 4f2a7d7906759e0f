import { quoted } from '../../report/quoted.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import { Failure } from '../failure.ts';
import { nearest } from '../nearest.ts';

/** What records are judged by. */
export interface Judge {
  readonly specification: Specification;
  /** A schema of it. */
  readonly schemaName: string;
}

/** How a call names what records are judged by. */
export interface JudgeOptions {
  /** Without it, the bundled specification. */
  readonly specification?: Specification | undefined;
  /** The name of a schema of it; without it, that of case records. */
  readonly schema?: string | undefined;
}

/**
 * What records are judged by.
 * @throws {Failure} `SCHEMA_UNKNOWN` when the specification has no such schema
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
