import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import { valuesChoosing } from '../descriptions/discriminators.ts';

/**
 * The document with discriminated unions rewritten as conditions, so Ajv reports errors only for the branch that a
 * value selects.
 */
export function withUnionsAsConditions<Document>(document: Document): Document {
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (!isObject(value)) return value;
    return asConditions(
      document,
      Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewritten(member)])),
      value,
    );
  };
  return rewritten(document) as Document;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * @param members - the rewritten members of the schema
 * @param schema - as it is in the document
 */
function asConditions(document: unknown, members: JsonObject, schema: JsonObject): JsonObject {
  const [keyword] = (['oneOf', 'anyOf'] as const).filter((one) => Array.isArray(schema[one]));
  const tag = memberOf(schema.discriminator, 'propertyName');
  if (keyword === undefined || typeof tag !== 'string') return members;
  const mapping = memberOf(schema.discriminator, 'mapping');
  const chosen = (schema[keyword] as unknown[]).map((option) =>
    valuesChoosing(document, option, tag, mapping),
  );
  if (chosen.some(({ length }) => length === 0)) return members;
  const tagged = (values: readonly unknown[]) => ({
    type: 'object',
    required: [tag],
    properties: { [tag]: { enum: values } },
  });
  const { [keyword]: options, discriminator: _, allOf = [], ...others } = members;
  const branches = (options as unknown[]).map((then, place) => ({ if: tagged(chosen[place] ?? []), then }));
  return { ...others, allOf: [...[allOf].flat(), tagged(chosen.flat()), ...branches] };
}
