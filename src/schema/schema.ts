/** A schema of a description: the part of JSON Schema 2020-12 that is read, and our three extensions. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
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

export type Schemas = Readonly<Record<string, Schema>>;

/** Keywords that do not constrain values. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'x-requirement',
  'x-standing',
  'x-personal',
]);

/** The name of the schema that a reference to `components` leads to. */
export function referredName(schema: Schema | undefined): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(schema?.$ref ?? '')?.[1];
}

/** The tags of a union's branches. Without a mapping, each branch is named like its tag (OpenAPI 3.1). */
export function tagsOf({ oneOf = [] }: Schema): string[] {
  return oneOf.map(({ $ref = '' }) => $ref.slice($ref.lastIndexOf('/') + 1));
}
