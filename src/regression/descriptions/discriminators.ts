import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import { referred } from './json.ts';

/**
 * The document with each discriminator spelled out: a branch of the union then says itself which values of the
 * discriminator choose it (OpenAPI 3.1, Discriminator Object), so that a mapping counts, and Ajv judges by it.
 */
export function withDiscriminatorsSpelledOut<Document>(document: Document): Document {
  const spelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spelled);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name, spelled(member)] as const);
    const { discriminator } = value;
    const [keyword] = (['oneOf', 'anyOf'] as const).filter((one) => Array.isArray(value[one]));
    const tag = memberOf(discriminator, 'propertyName');
    if (keyword === undefined || typeof tag !== 'string') return Object.fromEntries(members);
    const mapping = memberOf(discriminator, 'mapping');
    const options = (value[keyword] as unknown[]).map((option) => ({
      allOf: [
        spelled(option),
        { type: 'object', required: [tag], ...chosenBy(document, option, tag, mapping) },
      ],
    }));
    const others = members.filter(([name]) => name !== keyword && name !== 'discriminator');
    return { ...Object.fromEntries(others), [keyword]: options };
  };
  return spelled(document) as Document;
}

/** Which values of the discriminator choose a branch, unless the branch itself says so. */
function chosenBy(document: unknown, option: unknown, tag: string, mapping: unknown): object {
  const $ref = memberOf(option, '$ref');
  const mapped = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([value, target]) =>
    target === $ref || `#/components/schemas/${target}` === $ref ? [value] : [],
  );
  const implicit =
    typeof $ref === 'string' && !saysTag(document, option, tag, 0)
      ? [$ref.slice($ref.lastIndexOf('/') + 1)]
      : [];
  const values = mapped.length > 0 ? mapped : implicit;
  return values.length === 0 ? {} : { properties: { [tag]: { enum: values } } };
}

/** Whether a branch enumerates the values of its discriminator. */
function saysTag(document: unknown, option: unknown, tag: string, depth: number): boolean {
  const schema = referred(document, option);
  if (!isObject(schema) || depth > 5) return false;
  const property = referred(document, memberOf(schema.properties, tag));
  if (isObject(property) && (Array.isArray(property.enum) || Object.hasOwn(property, 'const'))) return true;
  return Array.isArray(schema.allOf) && schema.allOf.some((part) => saysTag(document, part, tag, depth + 1));
}
