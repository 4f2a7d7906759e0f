import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../../schema/json.ts';
import { childPointer, valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';
import { isAnnotation } from './keywords.ts';

/** Where a value stands in what is judged, as Ajv hands it on. */
type Place = NonNullable<Parameters<ValidateFunction>[1]>;

/** What Ajv calls for a keyword. */
interface Judging {
  (value: unknown, place?: Place): boolean;
  errors?: ErrorObject[];
}

/**
 * Has Ajv compile what a property holds, and what a reference leads to, when a value first has it, and once for all that
 * say the same: hundreds of fields are of a few kinds, and to compile each takes longer than everything else of a
 * comparison.
 * @param document - what references lead within, each of them to something: the reading of descriptions sees to that
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

/** What a schema says of a value, as a text. */
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
