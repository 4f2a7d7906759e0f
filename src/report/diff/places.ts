import type { Document } from '../../regression/descriptions/compare.ts';
import type { DescriptionDifference, Side, Written } from '../../regression/descriptions/difference.ts';
import { tagValuesOf } from '../../regression/descriptions/discriminators.ts';
import { isObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { childPointer, memberOf, pointerTokens, valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';

export interface DocumentPlace {
  readonly pointer: string;
  readonly isThere: boolean;
}

export function placeOf(
  document: Document,
  { written, pointer, keyword }: Pick<DescriptionDifference, 'written' | 'pointer' | 'keyword'>,
  side: Side,
): DocumentPlace | undefined {
  const start = written.at[side];
  if (start === undefined) return undefined;
  let here = start;
  for (const [index, token] of pointerTokens(pointer).entries()) {
    const next = below(document, here, token, written.tags[index]);
    if (next === undefined) return { pointer: here, isThere: false };
    here = next;
  }
  // The difference of `required` or `properties` is about the whole member, so it has no keyword to point to.
  const inPlace = ['required', 'properties'].includes(keyword)
    ? undefined
    : partsOf(document, here, undefined).find(
        (one) => memberOf(valueAt(document, one), keyword) !== undefined,
      );
  return {
    pointer: inPlace === undefined ? here : childPointer(inPlace, keyword),
    isThere: valueAt(document, here) !== undefined,
  };
}

export function isDeprecated(document: Document, pointer: string): boolean {
  const pointers = new Set([pointer]);
  for (const one of pointers) {
    const value = valueAt(document, one);
    if (memberOf(value, 'deprecated') === true) return true;
    const $ref = memberOf(value, '$ref');
    if (typeof $ref === 'string') pointers.add(pointerOf($ref));
  }
  return false;
}

type Tag = Written['tags'][number];

/** Cached, since thousands of differences may be inside the same few schemas. */
const knownBelow = memoised((_document: Document) => new Map<string, string | undefined>());

/** The pointer to the schema of a member. The token `*` is any index, or any member that the schema does not list. */
function below(document: Document, pointer: string, token: string, tag: Tag): string | undefined {
  const known = knownBelow(document);
  const key = JSON.stringify([pointer, token, tag]);
  if (!known.has(key)) known.set(key, newBelow(document, pointer, token, tag));
  return known.get(key);
}

function newBelow(document: Document, pointer: string, token: string, tag: Tag): string | undefined {
  const parts = partsOf(document, pointer, tag);
  const placesIn = (part: string): string[] =>
    token === '*'
      ? [`${part}/items`, `${part}/additionalProperties`, `${part}/prefixItems/0`]
      : [childPointer(`${part}/properties`, token)];
  return parts.flatMap(placesIn).find((one) => isObject(valueAt(document, one)));
}

/**
 * Pointers to the schemas that apply to the same value: those reached through `$ref` and `allOf`, and the branches of a
 * union that `tag` selects.
 */
function partsOf(document: Document, pointer: string, tag: Tag): string[] {
  const parts = new Set([pointer]);
  for (const part of parts) {
    const schema = valueAt(document, part);
    if (!isObject(schema)) continue;
    if (typeof schema.$ref === 'string') parts.add(pointerOf(schema.$ref));
    for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
      const options = schema[keyword];
      if (!Array.isArray(options)) continue;
      const mapping = memberOf(schema.discriminator, 'mapping');
      const isChosen = (option: unknown): boolean =>
        tag === undefined || tagValuesOf(document, option, tag.name, mapping).includes(tag.value);
      const isTagged = keyword !== 'allOf' && options.some(isChosen);
      for (const [index, option] of options.entries())
        if (!isTagged || isChosen(option)) parts.add(`${part}/${keyword}/${index}`);
    }
  }
  return [...parts];
}
