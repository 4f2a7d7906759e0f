import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { expressionOf, formats } from './scalars.ts';

/** Returns the errors of a value, or undefined if it is valid. */
export type Validator = (value: unknown) => readonly ErrorObject[] | undefined;

/** Returns Ajv's validator for a JSON pointer into the document: to a schema, or to a reference to one. */
export type Validators = (pointer: string) => Validator;

/**
 * Opens Ajv on a document. Schemas are compiled on first use.
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
  ajv.addSchema(document, root);
  const opened = new Map<string, Validator>();
  return (pointer) => {
    const validator =
      opened.get(pointer) ?? validatorOf(() => ajv.compile({ $ref: `${root}#${encodeURI(pointer)}` }));
    opened.set(pointer, validator);
    return validator;
  };
}

const root = 'description';

/** A schema that Ajv cannot compile, or follows without end, accepts nothing and reports no errors. */
function validatorOf(compile: () => ValidateFunction): Validator {
  let validator: ValidateFunction | 'none' | undefined;
  return (value) => {
    if (validator === 'none') return [];
    try {
      validator ??= compile();
      return validator(value) ? undefined : (validator.errors ?? []);
    } catch {
      validator = 'none';
      return [];
    }
  };
}
