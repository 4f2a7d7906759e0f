import { bundled } from '../src/specification/bundled.ts';
import '@hyperjump/json-schema/formats-lite';
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { BASIC } from '@hyperjump/json-schema/experimental';
import { fromYaml } from '../src/schema/yaml.ts';

export interface Place {
  readonly pointer: string;
  readonly keyword: string;
}

/** Returns the errors that an independent validator finds. Undefined if it accepts the value. */
export type SecondValidator = (value: unknown) => readonly Place[] | undefined;

/**
 * An independent validator of a schema, which shares no code with ours. It ignores discriminators, so for a union it
 * also reports the errors of all other branches.
 */
export async function secondValidator(schemaName: string): Promise<SecondValidator> {
  const uri = `https://case-conformance.example/${schemaName}`;
  setShouldValidateFormat(true);
  registerSchema({
    $id: uri,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: `#/components/schemas/${schemaName}`,
    components: (fromYaml(bundled.text) as { components: SchemaObject }).components,
  });
  const validator = await validate(uri);
  return (value) => {
    if (validator(value as string).valid) return undefined;
    const { errors = [] } = validator(value as string, BASIC) as { errors?: OutputUnit[] };
    return errors.map(placeOf);
  };
}

interface OutputUnit {
  readonly keyword: string;
  readonly absoluteKeywordLocation: string;
  readonly instanceLocation: string;
}

function placeOf({ keyword, absoluteKeywordLocation, instanceLocation }: OutputUnit): Place {
  // A `false` schema has no keyword of its own. The location of the schema then ends in the keyword of the parent.
  const schemaPath = keyword.endsWith('/validate') ? absoluteKeywordLocation : keyword;
  return {
    pointer: decodeURIComponent(instanceLocation.slice(1)),
    keyword: schemaPath.slice(schemaPath.lastIndexOf('/') + 1),
  };
}
