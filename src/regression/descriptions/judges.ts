import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { valueAt } from '../../schema/pointer.ts';
import { compileOnDemand } from './compile-on-demand.ts';
import { expressionOf, formats } from './fits.ts';

/** Tells what is wrong with a value; undefined where nothing is. */
export type Judge = (value: unknown) => readonly ErrorObject[] | undefined;

/** Gives Ajv's judge of what a JSON pointer of the document leads to: a schema, or a reference to one. */
export type Judges = (pointer: string) => Judge;

/**
 * Opens Ajv on a document. Each schema is compiled when it is first asked for.
 * @param document - a description whose discriminators are spelled out
 */
export function judgesOf(document: object): Judges {
  const ajv = new Ajv2020({
    // Nobody reads the messages.
    ...{ strict: false, validateSchema: false, logger: false, allErrors: true, messages: false },
    // A member called `constructor` is there only where the value itself has it.
    ownProperties: true,
    // Compiling takes longer than judging: it is not optimised.
    code: { optimize: false, regExp: Object.assign(expressionOf, { code: 'expressionOf' }) },
    // Hundreds of fields share a few small schemas: one function for each is far less code.
    inlineRefs: false,
    // What is not known asks for nothing, as the standard has it.
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

/** Whether a part of the document may mean something else by itself than where it is reached from. */
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

/** What Ajv cannot compile, or follows without end, accepts nothing, and says nothing of what is wrong. */
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
