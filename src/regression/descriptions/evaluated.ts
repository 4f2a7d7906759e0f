import { isObject, type JsonObject } from '../../schema/json.ts';
import { schemasWith } from '../../schema/references.ts';
import { branchesOf, type Unevaluated, unevaluated } from '../../validation/unevaluated.ts';
import { sha256 } from './digests.ts';
import { canonical, unique } from './json.ts';

/**
 * The members or elements that a schema evaluates: a keyword such as `properties` applies to them, in the schema itself
 * or through its `allOf` and `$ref`.
 */
interface Evaluated {
  readonly listed: readonly string[];
  readonly isAll: boolean;
  /** Digests of the keywords and branches, such as `then`, that evaluate further members only for some values. */
  readonly sometimes: readonly string[];
}

interface Replaced {
  readonly schema: JsonObject;
  /** Schemas that a value must also satisfy. They replace the `unevaluated…` keywords. */
  readonly closing: readonly JsonObject[];
  /** `unevaluated…` keywords that could not be replaced, each with a digest of what is evaluated. */
  readonly left: readonly (readonly [keyword: Unevaluated, evaluated: string])[];
}

/** Replaces `unevaluatedProperties` by `additionalProperties`, and `unevaluatedItems` by `items`, where possible. */
export function withoutUnevaluated(document: unknown, whole: JsonObject): Replaced {
  const keywords = (Object.keys(unevaluated) as Unevaluated[]).filter(
    (keyword) => typeof whole[keyword] === 'boolean' || isObject(whole[keyword]),
  );
  return keywords.reduce<Replaced>(
    ({ schema, closing, left }, keyword) => {
      const { [keyword]: asked, ...others } = schema;
      const evaluated = evaluatedBy(document, others, keyword);
      const { listed, isAll, sometimes } = evaluated;
      if (isAll) return { schema: others, closing, left };
      if (sometimes.length > 0) return { schema, closing, left: [...left, [keyword, canonical(evaluated)]] };
      return { schema: others, closing: [...closing, closedBy(keyword, listed, asked)], left };
    },
    { schema: whole, closing: [], left: [] },
  );
}

function closedBy(keyword: Unevaluated, listed: readonly string[], asked: unknown): JsonObject {
  return keyword === 'unevaluatedItems'
    ? { prefixItems: listed.map(() => true), items: asked }
    : { properties: Object.fromEntries(listed.map((name) => [name, true])), additionalProperties: asked };
}

/**
 * The members or elements that a schema evaluates.
 * @param known - results by schema. During the computation of a schema, its result is empty, which ends recursion.
 */
function evaluatedBy(
  document: unknown,
  schema: unknown,
  keyword: Unevaluated,
  known = new Map<unknown, Evaluated>(),
): Evaluated {
  if (!isObject(schema)) return nothing;
  const found = known.get(schema);
  if (found !== undefined) return found;
  known.set(schema, nothing);
  const by = (one: unknown): Evaluated => evaluatedBy(document, one, keyword, known);
  const { listed, others, sometimes } = unevaluated[keyword];
  const parts = schemasWith(document, schema).map(by);
  const branches = branchesOf(schema).map(([, branch]) => canonical(by(branch)));
  // It is unknown here which schema a `$dynamicRef` refers to.
  const own = [sometimes, '$dynamicRef'].flatMap((name) =>
    Object.hasOwn(schema, name) ? [canonical(schema[name])] : [],
  );
  const evaluated: Evaluated = {
    listed: sorted([...Object.keys(schema[listed] ?? {}), ...parts.flatMap((one) => one.listed)]),
    isAll: [others, keyword].some((name) => Object.hasOwn(schema, name)) || parts.some(({ isAll }) => isAll),
    sometimes: sorted([
      ...[...own, ...branches.filter((one) => one !== canonical(nothing))].map(sha256),
      ...parts.flatMap((one) => one.sometimes),
    ]),
  };
  known.set(schema, evaluated);
  return evaluated;
}

const nothing: Evaluated = { listed: [], isAll: false, sometimes: [] };

function sorted(texts: readonly string[]): string[] {
  return unique(texts).toSorted();
}
