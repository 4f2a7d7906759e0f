import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import { type SchemaObject, schemasWith } from './json.ts';

/**
 * The document with each discriminator spelled out: a branch of the union then says itself which values of the
 * discriminator choose it (OpenAPI 3.1, Discriminator Object), so that a mapping counts, and Ajv judges by it. Whether
 * the discriminator may be missing is what the schemas say: OpenAPI leaves open what that means.
 */
export function withDiscriminatorsSpelledOut<Document>(document: Document): Document {
  const spelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelled);
    if (!isObject(value)) return value;
    const spelledBut = (...names: string[]) =>
      Object.entries(value)
        .filter(([name]) => !names.includes(name))
        .map(([name, member]) => [name, spelled(member)] as const);
    const { discriminator } = value;
    const [keyword] = (['oneOf', 'anyOf'] as const).filter((one) => Array.isArray(value[one]));
    const tag = memberOf(discriminator, 'propertyName');
    if (keyword === undefined || typeof tag !== 'string') return Object.fromEntries(spelledBut());
    const mapping = memberOf(discriminator, 'mapping');
    const options = (value[keyword] as unknown[]).map((option) => ({
      allOf: [spelled(option), { type: 'object', ...chosenBy(document, option, tag, mapping) }],
    }));
    const isContradicted = (value[keyword] as unknown[]).some((option) =>
      contradicts(document, option, tag, mapping),
    );
    // Where a branch says otherwise than the mapping, the branch counts, and the mapping is kept to be told of.
    const others = isContradicted ? spelledBut(keyword) : spelledBut(keyword, 'discriminator');
    return { ...Object.fromEntries(others), [keyword]: options };
  };
  return spelled(document) as Document;
}

/** Which values of the discriminator choose a branch, unless the branch itself says so. */
function chosenBy(document: unknown, option: unknown, tag: string, mapping: unknown): object {
  if (tagsIn(document, option, tag) !== undefined) return {};
  const values = valuesChoosing(document, option, tag, mapping);
  return values.length === 0 ? {} : { properties: { [tag]: { enum: values } } };
}

/** The values of the discriminator that choose a branch: as it says itself, else by the mapping, else by its name. */
export function valuesChoosing(
  document: unknown,
  option: unknown,
  tag: string,
  mapping: unknown,
): readonly unknown[] {
  const own = tagsIn(document, option, tag);
  if (own !== undefined) return own;
  const $ref = memberOf(option, '$ref');
  const mapped = mappedTo(option, mapping);
  const implicit = typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : [];
  return mapped.length > 0 ? mapped : implicit;
}

function contradicts(document: unknown, option: unknown, tag: string, mapping: unknown): boolean {
  const own = tagsIn(document, option, tag);
  return own !== undefined && mappedTo(option, mapping).some((value) => !own.includes(value));
}

/** The values that a mapping leads to a branch from. */
function mappedTo(option: unknown, mapping: unknown): string[] {
  const $ref = memberOf(option, '$ref');
  return Object.entries(isObject(mapping) ? mapping : {}).flatMap(([value, target]) =>
    target === $ref || `#/components/schemas/${target}` === $ref ? [value] : [],
  );
}

/** The values of its discriminator that a branch enumerates; undefined where it does not. */
function tagsIn(document: unknown, option: unknown, tag: string): readonly unknown[] | undefined {
  return firstIn(document, option, ({ properties }) =>
    firstIn(document, memberOf(properties, tag), (property) => {
      if (Array.isArray(property.enum)) return property.enum;
      return Object.hasOwn(property, 'const') ? [property.const] : undefined;
    }),
  );
}

/** The first that is found in a schema, or in those that hold with it. */
function firstIn<Found>(
  document: unknown,
  schema: unknown,
  find: (schema: SchemaObject) => Found | undefined,
): Found | undefined {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (!isObject(part)) continue;
    const found = find(part);
    if (found !== undefined) return found;
    for (const one of schemasWith(document, part)) parts.add(one);
  }
  return undefined;
}
