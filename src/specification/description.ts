import { readFileSync } from 'node:fs';
import type { components, operations } from './interface.ts';
import { parsed } from './parsed.ts';

/** A schema of the description: the part of JSON Schema 2020-12 that it uses, and our three extensions. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly 'x-requirement'?: string;
  readonly 'x-standing'?: 'open' | 'ambiguous';
  readonly 'x-personal'?: boolean;
}

/** The keywords of a schema that ask for nothing. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'x-requirement',
  'x-standing',
  'x-personal',
]);

/** The description of the interface, as far as the suite reads it. */
export interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The description's own text, YAML. */
export const descriptionText: string = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8');

/** The description of the interface (OpenAPI 3.1), parsed. */
export const description = parsed('openapi') as Description;

/** A shape of the case record: a value of its `caseType`. */
export type CaseType = components['schemas']['CaseRecord']['caseType'];

/** The shapes of the case record, in the description's order. */
export const caseTypes: readonly CaseType[] = tagsOf(
  description.components.schemas.CaseRecord ?? {},
) as CaseType[];

/** An operation, by the identifier that the description gives it. */
export type OperationId = keyof operations;

/** The tags of a union's branches: without a mapping, each branch is named as its tag's value is (OpenAPI 3.1). */
export function tagsOf({ oneOf = [] }: Schema): string[] {
  return oneOf.map(({ $ref = '' }) => $ref.slice($ref.lastIndexOf('/') + 1));
}

/**
 * The schema of that name.
 * @throws {Error} when the description has none: a mistake of the caller's.
 */
export function schemaNamed(name: string): Schema {
  const schema = description.components.schemas[name];
  if (schema === undefined) throw new Error(`The description has no schema named '${name}'.`);
  return schema;
}
