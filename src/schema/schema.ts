/**
 * A schema of an interface description: the keywords of JSON Schema 2020-12 that the suite reads, and its three `x-`
 * extensions.
 */
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

export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'x-requirement',
  'x-standing',
  'x-personal',
]);

/** `Client` for a reference to `#/components/schemas/Client`; undefined for any other schema. */
export function referredName(schema: Schema | undefined): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(schema?.$ref ?? '')?.[1];
}

/**
 * The tag of each branch of a union: the last segment of its reference, as OpenAPI 3.1 says of a discriminator without
 * a mapping.
 */
export function tagsOf({ oneOf = [] }: Schema): string[] {
  return oneOf.map(({ $ref = '' }) => $ref.slice($ref.lastIndexOf('/') + 1));
}
