import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
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
    ...{ strict: false, validateSchema: false, logger: false, allErrors: true },
    // A member called `constructor` is there only where the value itself has it.
    ownProperties: true,
    // Compiling takes longer than judging: it is not optimised.
    code: { optimize: false, regExp: Object.assign(expressionOf, { code: 'expressionOf' }) },
    // Hundreds of fields share a few small schemas: one function for each is far less code.
    inlineRefs: false,
    // What is not known asks for nothing, as the standard has it.
    formats: formats as NonNullable<ConstructorParameters<typeof Ajv2020>[0]>['formats'] & object,
  });
  ajv.addSchema(document, root);
  const opened = new Map<string, Judge>();
  return (pointer) => {
    const judge =
      opened.get(pointer) ?? judgeOf(() => ajv.compile({ $ref: `${root}#${encodeURI(pointer)}` }));
    opened.set(pointer, judge);
    return judge;
  };
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

const root = 'description';
