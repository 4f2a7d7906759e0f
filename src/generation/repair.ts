import { isObject } from '../schema/json.ts';
import { flatten } from '../schema/places.ts';
import { memberOf, pointerTokens } from '../schema/pointer.ts';
import { type Schema, tagsOf } from '../schema/schema.ts';
import type { Specification } from '../specification/specification.ts';
import type { Finding } from '../validation/finding.ts';
import { candidatesFor } from './candidates.ts';

const maxRounds = 400;

/**
 * Makes a value valid with few changes: adds missing members, removes forbidden ones, and replaces wrong
 * values, or removes them if no valid one is found. The result may still be invalid.
 */
export function repaired(specification: Specification, schemaName: string, value: unknown): unknown {
  let current = value;
  const schema = specification.schemaNamed(schemaName);
  for (let round = 0; round < maxRounds; round += 1) {
    const [finding] = specification.validate(schemaName, current);
    if (finding === undefined) return current;
    const next = repairedAt(specification, { schemaName, schema, value: current, finding });
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

interface WrongValue {
  readonly schemaName: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly finding: Finding;
}

function repairedAt(specification: Specification, wrong: WrongValue): unknown {
  const { schemaName, schema, value, finding } = wrong;
  const steps = pointerTokens(finding.pointer);
  const isRepaired = (candidate: unknown): boolean =>
    !specification
      .validate(schemaName, candidate)
      .some(({ pointer }) => pointer === finding.pointer || pointer.startsWith(`${finding.pointer}/`));
  const removed = steps.length === 0 ? undefined : withAt(value, steps, undefined);
  if (finding.keyword === 'additionalProperties') return removed;
  for (const candidate of candidatesAt(schema, value, steps)) {
    const attempt = withAt(value, steps, candidate);
    if (isRepaired(attempt)) return attempt;
  }
  if (removed !== undefined && isRepaired(removed)) return removed;
  return steps.length > 1 ? withAt(value, steps.slice(0, -1), undefined) : undefined;
}

function candidatesAt(schema: Schema, value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps;
  const flat = flatten(schema, value);
  if (step === undefined) return candidatesFor(flat);
  const tag = flat.discriminator?.propertyName;
  if (step === tag && rest.length === 0 && flat.properties?.[step]?.const === undefined) return tagsOf(flat);
  const next = flat.properties?.[step] ?? flat.items;
  return next === undefined ? candidatesFor({}) : candidatesAt(next, memberOf(value, step), rest);
}

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
