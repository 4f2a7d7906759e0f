import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { valueAt } from '../../schema/pointer.ts';
import { compileOnDemand } from './compile-on-demand.ts';
import { expressionOf, formats } from './fits.ts';

/** Returns the errors of a value, or undefined if it is valid. */
export type Judge = (value: unknown) => readonly ErrorObject[] | undefined;

/** Returns Ajv's judge for a JSON pointer into the document: to a schema, or to a reference to one. */
export type Judges = (pointer: string) => Judge;

/**
 * Opens Ajv on a document. Schemas are compiled on first use.
 * @param document - a description whose discriminators are spelled out
 */
export function judgesOf(document: object): Judges {
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
  const compiled = isOneWhole(document) ? compiledAsOne(ajv, document) : compiledInParts(ajv, document);
  const opened = new Map<string, Judge>();
  return (pointer) => {
    const judge = opened.get(pointer) ?? judgeOf(() => compiled(pointer));
    opened.set(pointer, judge);
    return judge;
  };
}

/** Whether a part of the document may mean something else on its own than in its context. */
function isOneWhole(document: object): boolean {
  return /"(?:\$id|\$anchor|\$dynamicRef|\$dynamicAnchor|unevaluatedProperties|unevaluatedItems)":/.test(
    JSON.stringify(document),
  );
}

function compiledAsOne(ajv: Ajv2020, document: object): (pointer: string) => ValidateFunction {
  ajv.addSchema(document, root);
  return (pointer) => ajv.compile({ $ref: `${root}#${encodeURI(pointer)}` });
}

const root = 'description';

function compiledInParts(ajv: Ajv2020, document: object): (pointer: string) => ValidateFunction {
  compileOnDemand(ajv, document);
  return (pointer) => ajv.compile(valueAt(document, pointer) as object);
}

/** A schema that Ajv cannot compile, or follows without end, accepts nothing and reports no errors. */
function judgeOf(compile: () => ValidateFunction): Judge {
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
