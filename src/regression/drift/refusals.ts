import type { ErrorObject } from 'ajv';
import { childPointer, generalPointer } from '../../schema/pointer.ts';
import { upgraded } from '../../specification/upgrade.ts';
import type { Document } from '../descriptions/compare.ts';
import { valuesChoosing, withUnions } from '../descriptions/discriminators.ts';
import { type Operation, operationsIn, type Response } from '../descriptions/document.ts';
import { validatorsOf } from '../descriptions/validators.ts';

/** A description's statements about responses. */
export interface Describing {
  /** By method and path. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The response that covers a status: itself, its range, or `default`. */
  responseTo(key: string, status: number): string | undefined;
  /** The places where a body is refused; undefined if that cannot be known. */
  refusals(key: string, status: number, body: unknown): readonly Refusal[] | undefined;
}

/** A place where a description refuses a body. */
export interface Refusal {
  /** With `*` for any position in a list. */
  readonly pointer: string;
  /** If an undescribed member is refused: the pattern that matches any such member. */
  readonly unlisted: string | undefined;
}

export function describing(document: Document): Describing {
  const full = withUnionsAsConditions(upgraded(document));
  const operations = operationsIn(full);
  const validators = validatorsOf(full);
  const responseTo = (key: string, status: number): string | undefined => {
    const responses = operations.get(key)?.responses;
    return [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) => responses?.has(one));
  };
  return {
    operations,
    responseTo,
    refusals(key, status, body) {
      const response = operations.get(key)?.responses.get(responseTo(key, status) ?? '');
      const pointer = jsonIn(response);
      const errors = pointer === undefined ? undefined : validators(pointer)(body);
      if (errors === undefined) return [];
      // A schema that cannot be compiled refuses without an error.
      return errors.length === 0
        ? undefined
        : errors.filter(({ keyword }) => keyword !== 'if').map(refusalOf);
    },
  };
}

function jsonIn(response: Response | undefined): string | undefined {
  const [, json] = [...(response?.media ?? [])].find(([type]) => /^[^;]*[/+]json(;|$)/.test(type)) ?? [];
  return json?.schema === undefined ? undefined : json.pointer;
}

function refusalOf({ instancePath, keyword, params }: ErrorObject): Refusal {
  const missing: unknown = keyword === 'required' ? params.missingProperty : undefined;
  const unlisted: unknown =
    keyword === 'additionalProperties' ? params.additionalProperty : params.unevaluatedProperty;
  const here = generalPointer(instancePath);
  if (typeof unlisted === 'string')
    return { pointer: childPointer(here, unlisted), unlisted: childPointer(here, '*') };
  return { pointer: typeof missing === 'string' ? childPointer(here, missing) : here, unlisted: undefined };
}

/**
 * The document with discriminated unions rewritten as conditions, so Ajv reports errors only for the branch that a
 * value selects.
 */
function withUnionsAsConditions<Document>(document: Document): Document {
  return withUnions(document, ({ tag, mapping, options, changed, keyword, others }) => {
    const chosen = options.map((option) => valuesChoosing(document, option, tag, mapping));
    if (chosen.some(({ length }) => length === 0)) return { ...others, [keyword]: changed };
    const tagged = (values: readonly unknown[]) => ({
      type: 'object',
      required: [tag],
      properties: { [tag]: { enum: values } },
    });
    const branches = changed.map((then, place) => ({ if: tagged(chosen[place] ?? []), then }));
    const { allOf = [], ...rest } = others;
    return { ...rest, allOf: [...[allOf].flat(), tagged(chosen.flat()), ...branches] };
  });
}
