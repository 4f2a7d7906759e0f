import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../../schema/json.ts';
import { childPointer, valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';
import { isAnnotation } from './keywords.ts';

/** The context of a value, as Ajv passes it on. */
type Place = NonNullable<Parameters<ValidateFunction>[1]>;

/** A keyword's validation function for Ajv. */
interface Judging {
  (value: unknown, place?: Place): boolean;
  errors?: ErrorObject[];
}

/**
 * Makes Ajv compile properties and references lazily, when a value first needs them, and once for equivalent schemas.
 * Hundreds of fields share a few schemas, and compiling each one would take longer than the rest of a comparison.
 * @param document - the document of the references; all of them must resolve, which reading the description ensures
 */
export function compileOnDemand(ajv: Ajv2020, document: object): void {
  for (const keyword of ['$ref', 'properties']) ajv.removeKeyword(keyword);
  const validators = new Map<string, ValidateFunction>();
  const compiled = (schema: unknown): ValidateFunction => {
    const key = saidBy(schema);
    const validator = validators.get(key) ?? ajv.compile(schema as object);
    validators.set(key, validator);
    return validator;
  };
  ajv.addKeyword({
    ...{ keyword: '$ref', schemaType: 'string', before: 'const' },
    compile: ($ref: string) => {
      let validator: ValidateFunction | undefined;
      const judging: Judging = (value, place) => {
        validator ??= compiled(valueAt(document, pointerOf($ref)));
        const isValid = validator(value, place);
        judging.errors = validator.errors ?? [];
        return isValid;
      };
      return judging;
    },
  });
  ajv.addKeyword({
    ...{ keyword: 'properties', type: 'object', schemaType: 'object', before: 'patternProperties' },
    compile: (properties: Readonly<Record<string, unknown>>) => {
      const described = Object.entries(properties);
      const opened = new Map<string, ValidateFunction>();
      const judging: Judging = (value, place) => {
        const errors = described.flatMap(([name, schema]) => {
          if (!Object.hasOwn(value as object, name)) return [];
          const validator = opened.get(name) ?? compiled(schema);
          opened.set(name, validator);
          const isValid = validator(
            (value as Readonly<Record<string, unknown>>)[name],
            below(place, value as object, name),
          );
          return isValid ? [] : (validator.errors ?? []);
        });
        judging.errors = errors;
        return errors.length === 0;
      };
      return judging;
    },
  });
}

/** A schema without its annotations, as a cache key. */
function saidBy(schema: unknown): string {
  if (!isObject(schema)) return JSON.stringify(schema);
  const said = Object.entries(schema).filter(([keyword, value]) => !isAnnotation(keyword, value));
  return JSON.stringify(said);
}

function below(place: Place | undefined, value: object, name: string): Place {
  const { instancePath = '', rootData = value, dynamicAnchors = {} } = place ?? {};
  return {
    instancePath: childPointer(instancePath, name),
    parentData: value as Record<string, unknown>,
    parentDataProperty: name,
    rootData: rootData as Record<string, unknown>,
    dynamicAnchors,
  };
}
