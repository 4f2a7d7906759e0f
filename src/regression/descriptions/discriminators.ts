import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import { schemasOf } from '../../schema/references.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A schema with a discriminator and branches. */
interface Discriminated {
  readonly tag: string;
  readonly mapping: unknown;
  /** The branches as they are written. */
  readonly options: readonly unknown[];
  /** The branches with their own unions changed. */
  readonly changed: readonly unknown[];
  readonly keyword: 'oneOf' | 'anyOf';
  /** The other members of the schema. */
  readonly others: JsonObject;
}

/** A document with each discriminated union changed, the innermost first. What has none in it is not copied. */
export function withUnions<Document>(
  document: Document,
  change: (union: Discriminated) => unknown,
): Document {
  const copied = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const list = value.map(copied);
      return list.some((one, index) => one !== value[index]) ? list : value;
    }
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name, copied(member)] as const);
    const isSame = members.every(([name, member]) => member === value[name]);
    const copy = isSame ? value : Object.fromEntries(members);
    const keyword = (['oneOf', 'anyOf'] as const).find((one) => Array.isArray(value[one]));
    const tag = memberOf(value.discriminator, 'propertyName');
    if (keyword === undefined || typeof tag !== 'string') return copy;
    const { [keyword]: changed, discriminator: _, ...others } = copy;
    const mapping = memberOf(value.discriminator, 'mapping');
    const [options, branches] = [value[keyword], changed] as readonly unknown[][];
    return change({ tag, mapping, options: options ?? [], changed: branches ?? [], keyword, others });
  };
  return copied(document) as Document;
}

/** A document with explicit discriminators. */
export interface SpelledOut<Document> {
  readonly document: Document;
  /** Whether its schemas accept less than as they are written: only a discriminator asks for some values. */
  readonly asksMore: boolean;
}

/**
 * The document with each discriminator made explicit: every branch of its union says which discriminator values select
 * it (OpenAPI 3.1, Discriminator Object). Mappings then count, and Ajv validates by them. The schemas say whether the
 * discriminator may be missing; OpenAPI leaves open what that means.
 */
export function withDiscriminatorsSpelledOut<Document>(document: Document): SpelledOut<Document> {
  let asksMore = false;
  const spelled = withUnions(document, ({ tag, mapping, options, changed, keyword, others }) => {
    const isListed = options.some((option) => tagsIn(document, option, tag) !== undefined);
    // Where branches list their own values, the mapping is kept: it says what code generators read.
    const kept = isListed ? { discriminator: { propertyName: tag, mapping, hasBranches: true } } : {};
    const branches = changed.map((branch, index) => {
      const option = options[index];
      const own = tagsIn(document, option, tag);
      const values = own === undefined ? valuesChoosing(document, option, tag, mapping) : [];
      asksMore ||= values.length > 0;
      const chosen = values.length === 0 ? {} : { properties: { [tag]: { enum: values } } };
      return { allOf: [branch, { type: 'object', ...chosen }] };
    });
    return { ...others, ...kept, [keyword]: branches };
  });
  return { document: spelled, asksMore };
}

/** The discriminator values that select a branch: its own, else those of the mapping, else its name. */
export function valuesChoosing(
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

/** The values of a discriminator's mapping, with references to what they are mapped to. */
export function targetsOf(discriminator: unknown): (readonly [value: string, $ref: string])[] {
  const mapping = memberOf(discriminator, 'mapping');
  return Object.entries(isObject(mapping) ? mapping : {}).map(([value, target]) => [
    value,
    String(target).startsWith('#') ? String(target) : `#/components/schemas/${target}`,
  ]);
}

/** The discriminator values that a branch enumerates, if it does. */
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
