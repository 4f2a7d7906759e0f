import { linked } from '../schema/references.ts';
import type { Schemas } from '../schema/schema.ts';
import type { components, operations } from './interface.ts';
import { parsed } from './parsed.ts';

/** The members of an OpenAPI 3.1 description that the suite reads. References are linked (see `linked`). */
export interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** A value of a case record's `caseType`, such as `Sale`. */
export type CaseType = components['schemas']['CaseRecord']['caseType'];

export type OperationId = keyof operations;

export const bundledDescription: Description = linked(parsed('openapi') as Description);

/** Thrown for a description that cannot be used for checks. The message is one or two plain sentences. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  readonly code = 'DESCRIPTION_WRONG';
}
