import { isObject } from '../schema/json.ts';
import { flatten } from '../schema/places.ts';
import { memberOf, pointerTokens } from '../schema/pointer.ts';
import { type Schema, tagsOf } from '../schema/schema.ts';
import type { Specification } from '../specification/specification.ts';
import type { Finding } from '../validation/finding.ts';
import { candidatesFor } from './candidates.ts';

/** A record has fewer things to mend, or cannot be mended. */
const mostRounds = 400;

/**
 * A value with what is wrong with it put right, and nothing else changed: what must be there is added, what must not be
 * is left out, and what is wrong becomes a value that is right, or is left out where none is found.
 * @param schemaName - a schema of the specification
 * @returns a value that may still be wrong, where no right one was found
 */
export function mended(specification: Specification, schemaName: string, value: unknown): unknown {
  let current = value;
  const schema = specification.schemaNamed(schemaName);
  for (let round = 0; round < mostRounds; round += 1) {
    const [finding] = specification.validate(schemaName, current);
    if (finding === undefined) return current;
    const next = mendedAt(specification, { schemaName, schema, value: current, finding });
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

interface Wound {
  readonly schemaName: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly finding: Finding;
}

function mendedAt(specification: Specification, wound: Wound): unknown {
  const { schemaName, schema, value, finding } = wound;
  const steps = pointerTokens(finding.pointer);
  const isMended = (candidate: unknown): boolean =>
    !specification
      .validate(schemaName, candidate)
      .some(({ pointer }) => pointer === finding.pointer || pointer.startsWith(`${finding.pointer}/`));
  const removed = steps.length === 0 ? undefined : withAt(value, steps, undefined);
  if (finding.keyword === 'additionalProperties') return removed;
  for (const candidate of candidatesAt(schema, value, steps)) {
    const attempt = withAt(value, steps, candidate);
    if (isMended(attempt)) return attempt;
  }
  if (removed !== undefined && isMended(removed)) return removed;
  // What holds it is wrong as a whole.
  return steps.length > 1 ? withAt(value, steps.slice(0, -1), undefined) : undefined;
}

/** What may stand where the steps lead, by the schema of what holds it. */
function candidatesAt(schema: Schema, value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps;
  const flat = flatten(schema, value);
  if (step === undefined) return candidatesFor(flat);
  const tag = flat.discriminator?.propertyName;
  if (step === tag && rest.length === 0 && flat.properties?.[step]?.const === undefined) return tagsOf(flat);
  const next = flat.properties?.[step] ?? flat.items;
  return next === undefined ? candidatesFor({}) : candidatesAt(next, memberOf(value, step), rest);
}

/** A copy with something else where the steps lead; undefined leaves it out. */
function withAt(value: unknown, [step, ...rest]: readonly string[], put: unknown): unknown {
  if (step === undefined) return put;
  if (Array.isArray(value))
    return value.flatMap((element, index) => {
      if (String(index) !== step) return [element];
      const changed = withAt(element, rest, put);
      return changed === undefined ? [] : [changed];
    });
  const holder = isObject(value) ? value : {};
  const changed = withAt(holder[step], rest, put);
  const { [step]: _, ...others } = holder;
  if (changed === undefined) return others;
  return Object.hasOwn(holder, step) ? { ...holder, [step]: changed } : { ...others, [step]: changed };
}
