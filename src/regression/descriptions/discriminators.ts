import { isObject, type JsonObject } from '../../schema/json.ts';
import { childPointer, memberOf, valueAt } from '../../schema/pointer.ts';
import { schemasOf } from '../../schema/references.ts';
import { withParts } from '../../specification/parts.ts';

interface Discriminated {
  readonly tag: string;
  readonly mapping: unknown;
  readonly options: readonly unknown[];
  /** The branches after `change` was applied to the unions inside them. */
  readonly changed: readonly unknown[];
  readonly keyword: 'oneOf' | 'anyOf';
  readonly others: JsonObject;
}

export function withUnions(document: JsonObject, change: (union: Discriminated) => unknown): JsonObject {
  return withParts(document, (part, value, pointer) => {
    const keyword = (['oneOf', 'anyOf'] as const).find((one) => Array.isArray(value[one]));
    const tag = memberOf(value.discriminator, 'propertyName');
    if (part !== 'schema' || keyword === undefined || typeof tag !== 'string') return value;
    const { [keyword]: changed, discriminator, ...others } = value;
    const options = valueAt(document, childPointer(pointer, keyword));
    return change({
      ...{ tag, mapping: memberOf(discriminator, 'mapping'), keyword, others },
      ...{ options: options as readonly unknown[], changed: changed as readonly unknown[] },
    });
  });
}

export interface ExplicitDiscriminators {
  readonly document: JsonObject;
  /** Whether a value may satisfy the schemas as written, but not the discriminator. */
  readonly addsConstraints: boolean;
}

/**
 * Adds the discriminator's constraint to each branch of a union: an enum of the tag values that select the branch
 * (OpenAPI 3.1, Discriminator Object). Ajv and the comparison then respect the mapping. Whether the tag is required is
 * left to the schemas, since OpenAPI does not say.
 */
export function withExplicitDiscriminators(document: JsonObject): ExplicitDiscriminators {
  let addsConstraints = false;
  const spelled = withUnions(document, ({ tag, mapping, options, changed, keyword, others }) => {
    const isListed = options.some((option) => tagsIn(document, option, tag) !== undefined);
    // If the branches enumerate their tags, the mapping does not constrain values, but code generators still use the
    // mapping.
    const kept = isListed ? { discriminator: { propertyName: tag, mapping, hasBranches: true } } : {};
    const branches = changed.map((branch, index) => {
      const option = options[index];
      const own = tagsIn(document, option, tag);
      const values = own === undefined ? tagValuesOf(document, option, tag, mapping) : [];
      addsConstraints ||= values.length > 0;
      const chosen = values.length === 0 ? {} : { properties: { [tag]: { enum: values } } };
      return { allOf: [branch, { type: 'object', ...chosen }] };
    });
    return { ...others, ...kept, [keyword]: branches };
  });
  return { document: spelled, addsConstraints };
}

/**
 * The tag values that select a branch: those that the branch enumerates, or else those that are mapped to it, or else
 * its name.
 */
export function tagValuesOf(
  document: unknown,
  option: unknown,
  tag: string,
  mapping: unknown,
): readonly unknown[] {
  const own = tagsIn(document, option, tag);
  if (own !== undefined) return own;
  const $ref = memberOf(option, '$ref');
  const mapped = targetsOf({ mapping }).flatMap(([value, target]) => (target === $ref ? [value] : []));
  const implicit = typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : [];
  return mapped.length > 0 ? mapped : implicit;
}

export function targetsOf(discriminator: unknown): (readonly [value: string, $ref: string])[] {
  const mapping = memberOf(discriminator, 'mapping');
  return Object.entries(isObject(mapping) ? mapping : {}).map(([value, target]) => [
    value,
    String(target).startsWith('#') ? String(target) : `#/components/schemas/${target}`,
  ]);
}

function tagsIn(document: unknown, option: unknown, tag: string): readonly unknown[] | undefined {
  return schemasOf(document, option)
    .flatMap(({ properties }) => schemasOf(document, memberOf(properties, tag)))
    .map((property) =>
      Array.isArray(property.enum)
        ? property.enum
        : Object.hasOwn(property, 'const')
          ? [property.const]
          : undefined,
    )
    .find((values) => values !== undefined);
}
