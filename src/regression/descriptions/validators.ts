import { _, Ajv2020, type ErrorObject, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js';
import { callRef } from 'ajv/dist/vocabularies/core/ref.js';
import { valueAt } from '../../schema/pointer.ts';
import { pointerOf, schemasWith } from '../../schema/references.ts';
import { expressionOf } from '../../validation/expression.ts';
import { judgeByOwnKeywords, schemaId } from '../../validation/own-keywords.ts';

import { formats } from './scalars.ts';

/** Returns the errors of a value, or undefined if it is valid. */
export type Validator = (value: unknown) => readonly ErrorObject[] | undefined;

/** A schema that is compiled on first use. Using one that does not exist is an error. */
interface Compiled {
  readonly validate: ValidateFunction;
}

/** Returns Ajv's validator for a JSON pointer into the document: to a schema, or to a reference to one. */
export type Validators = (pointer: string) => Validator;

/**
 * Opens Ajv on a document. Schemas are compiled on first use, also those that others refer to: Ajv's own references
 * would compile all that hold together at once, which takes more memory and a deeper stack than large descriptions have.
 * @param document - a description whose discriminators are spelled out
 */
export function validatorsOf(document: object): Validators {
  const ajv = new Ajv2020({
    // The messages are not used.
    ...{
      strict: false,
      meta: false,
      validateSchema: false,
      logger: false,
      schemaId,
      allErrors: true,
      messages: false,
    },
    // A member called `constructor` exists only if the value itself has it.
    ownProperties: true,
    // Optimising would cost more than it saves: compiling takes longer than validating.
    code: { optimize: false, regExp: Object.assign(expressionOf, { code: 'expressionOf' }) },
    // Hundreds of fields share a few small schemas: one function per schema is far less code.
    inlineRefs: false,
    // Unknown formats accept everything, as the standard says.
    formats: formats as NonNullable<ConstructorParameters<typeof Ajv2020>[0]>['formats'] & object,
  });
  const known = new Map<string, Compiled>();
  const compiled = (pointer: string): Compiled => {
    let validate: ValidateFunction | undefined;
    const found = known.get(pointer) ?? {
      get validate() {
        validate ??= ajv.compile(valueAt(document, pointer) as object);
        return validate;
      },
    };
    known.set(pointer, found);
    return found;
  };
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code(context: KeywordCxt) {
      const ref = compiled(pointerOf(context.schema));
      callRef(context, _`${context.gen.scopeValue('wrapper', { ref })}.validate`);
    },
  });
  judgeByOwnKeywords(ajv, (schema) => schemasWith(document, schema));
  return (pointer) => validatorOf(compiled(pointer));
}

/** A schema that Ajv cannot compile, or follows without end, accepts nothing and reports no errors. */
function validatorOf(compiled: Compiled): Validator {
  let isUsable = true;
  return (value) => {
    if (!isUsable) return [];
    try {
      const { validate } = compiled;
      return validate(value) ? undefined : (validate.errors ?? []);
    } catch {
      isUsable = false;
      return [];
    }
  };
}
