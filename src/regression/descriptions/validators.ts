import { _, Ajv2020, type ErrorObject, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js';
import { callRef } from 'ajv/dist/vocabularies/core/ref.js';
import { memoised } from '../../schema/memoised.ts';
import { valueAt } from '../../schema/pointer.ts';
import { pointerOf, schemasWith } from '../../schema/references.ts';
import { expressionOf } from '../../validation/expression.ts';
import { replaceKeywords, schemaId } from '../../validation/own-keywords.ts';

import { formats } from './scalars.ts';

export type Validator = (value: unknown) => readonly ErrorObject[] | undefined;

interface Compiled {
  readonly validate: ValidateFunction;
}

export type Validators = (pointer: string) => Validator;

/**
 * Opens Ajv on a document. Each schema is compiled on first use, separately from the schemas that it refers to. Ajv
 * would compile them together, which needs too much memory and stack for large descriptions.
 * @param document - a description whose discriminators are explicit constraints
 */
export function validatorsOf(document: object): Validators {
  const ajv = new Ajv2020({
    ...{
      strict: false,
      meta: false,
      validateSchema: false,
      logger: false,
      schemaId,
      allErrors: true,
      messages: false,
    },
    // A missing member `constructor` would count as present without this option, since every object inherits one.
    ownProperties: true,
    code: { optimize: false, regExp: Object.assign(expressionOf, { code: 'expressionOf' }) },
    inlineRefs: false,
    // Any value satisfies a format that is not listed here, as JSON Schema says.
    formats: formats as NonNullable<ConstructorParameters<typeof Ajv2020>[0]>['formats'] & object,
  });
  const compiled = memoised((pointer: string): Compiled => {
    let validate: ValidateFunction | undefined;
    return {
      get validate() {
        validate ??= ajv.compile(valueAt(document, pointer) as object);
        return validate;
      },
    };
  });
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code(context: KeywordCxt) {
      const ref = compiled(pointerOf(context.schema));
      callRef(context, _`${context.gen.scopeValue('wrapper', { ref })}.validate`);
    },
  });
  replaceKeywords(ajv, (schema) => schemasWith(document, schema));
  return (pointer) => validatorOf(compiled(pointer));
}

/**
 * The validator of a schema. If Ajv cannot compile the schema, or recurses without end, the validator refuses every
 * value and returns no errors.
 */
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
