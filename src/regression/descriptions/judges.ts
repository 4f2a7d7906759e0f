import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from './fits.ts';

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
    // Hundreds of fields share a few small schemas: one function for each is far less code.
    inlineRefs: false,
    // What is not known asks for nothing, as the standard has it.
    formats: formats as NonNullable<ConstructorParameters<typeof Ajv2020>[0]>['formats'] & object,
  });
  ajv.addSchema(document, root);
  const compiled = new Map<string, ValidateFunction | undefined>();
  const compiledAt = (pointer: string): ValidateFunction | undefined => {
    try {
      return ajv.compile({ $ref: `${root}#${encodeURI(pointer)}` });
    } catch {
      return undefined;
    }
  };
  return (pointer) => (value) => {
    // That one cannot be compiled is remembered too: to find it out may take a while.
    if (!compiled.has(pointer)) compiled.set(pointer, compiledAt(pointer));
    try {
      const validator = compiled.get(pointer);
      // What Ajv cannot compile, or follows without end, proves nothing.
      return validator === undefined ? [] : validator(value) ? undefined : (validator.errors ?? []);
    } catch {
      return [];
    }
  };
}

const root = 'description';
