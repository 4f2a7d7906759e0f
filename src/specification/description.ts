import { linked } from '../schema/references.ts';
import type { Schemas } from '../schema/schema.ts';
import type { components, operations } from './interface.ts';
import { parsed } from './parsed.ts';

/** A description of the interface (OpenAPI 3.1), as far as the suite reads it; its references are linked. */
export interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** A shape of the case record: a value of its `caseType`. */
export type CaseType = components['schemas']['CaseRecord']['caseType'];

/** An operation, by the identifier that the description gives it. */
export type OperationId = keyof operations;

/** The description that comes with the suite. */
export const bundledDescription: Description = linked(parsed('openapi') as Description);
