import { _, Ajv2020, type ErrorObject, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js';
import { resolveUrl } from 'ajv/dist/compile/resolve.js';
import { callRef } from 'ajv/dist/vocabularies/core/ref.js';
import { expressionOf } from '../../validation/expression.ts';
import { judgeByOwnKeywords } from '../../validation/own-keywords.ts';
import { schemasWith } from './json.ts';
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
    ...{ strict: false, validateSchema: false, logger: false, allErrors: true, messages: false },
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
  const compiled = (reference: string): Compiled => {
    let validate: ValidateFunction | undefined;
    const found = known.get(reference) ?? {
      get validate() {
        validate ??= ajv.getSchema(reference) as ValidateFunction;
        return validate;
      },
    };
    known.set(reference, found);
    return found;
  };
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code(context: KeywordCxt) {
      const { gen, it, schema } = context;
      const ref = compiled(resolveUrl(it.opts.uriResolver, it.baseId === '#' ? root : it.baseId, schema));
      callRef(context, _`${gen.scopeValue('wrapper', { ref })}.validate`);
    },
  });
  judgeByOwnKeywords(ajv, (schema) => schemasWith(document, schema));
  ajv.addSchema(document, root);
  return (pointer) => validatorOf(compiled(`${root}#${encodeURI(pointer)}`));
}

const root = 'description';

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
