import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../../schema/json.ts';
import { childPointer, generalPointer } from '../../schema/pointer.ts';
import { upgraded } from '../../specification/upgrade.ts';
import type { Document } from '../descriptions/compare.ts';
import { tagValuesOf, withUnions } from '../descriptions/discriminators.ts';
import { describedStatus, operationsIn, type Response } from '../descriptions/document.ts';
import { validatorsOf } from '../descriptions/validators.ts';

export type DescribedResponses = ReturnType<typeof describedResponses>;

export interface Refusal {
  readonly pointer: string;
  /**
   * The pointer with `*` instead of the name, if the description refuses a member because it does not list the name.
   */
  readonly unlisted: string | undefined;
}

export function describedResponses(document: Document) {
  const full = withUnionsAsConditions(upgraded(document));
  const operations = operationsIn(full);
  const validators = validatorsOf(full);
  const responseTo = (key: string, status: number): string | undefined =>
    describedStatus(operations.get(key)?.responses, String(status));
  return {
    operations,
    responseTo,
    /** The places where the description refuses a body. Undefined if a schema cannot be compiled. */
    refusals(key: string, status: number, body: unknown): readonly Refusal[] | undefined {
      const response = operations.get(key)?.responses.get(responseTo(key, status) ?? '');
      const pointer = jsonIn(response);
      const errors = pointer === undefined ? undefined : validators(pointer)(body);
      if (errors === undefined) return [];
      // A schema that cannot be compiled refuses everything without errors.
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
 * The document with each discriminated union rewritten as `if`/`then`, so that Ajv reports errors only for the branch
 * that the tag selects.
 */
function withUnionsAsConditions(document: JsonObject): JsonObject {
  return withUnions(document, ({ tag, mapping, options, changed, keyword, others }) => {
    const chosen = options.map((option) => tagValuesOf(document, option, tag, mapping));
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
