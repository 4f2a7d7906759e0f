import { linked } from '../schema/references.ts';
import type { Schemas } from '../schema/schema.ts';
import type { components, operations } from './interface.ts';
import { parsed } from './parsed.ts';

/** The part of a description of the interface (OpenAPI 3.1) that the suite reads, with linked references. */
export interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** A shape of the case record: a value of its `caseType`. */
export type CaseType = components['schemas']['CaseRecord']['caseType'];

export type OperationId = keyof operations;

export const bundledDescription: Description = linked(parsed('openapi') as Description);

/** Thrown for a description that nothing can be checked against. Its message is one or two plain sentences. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  readonly code = 'DESCRIPTION_WRONG';
}
