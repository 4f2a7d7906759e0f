import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { description } from '../specification/description.ts';
import type { Finding } from './finding.ts';
import { formats } from './formats.ts';
import { findingOf } from './words.ts';

/**
 * How the value deviates from the schema of that name in the description; empty when it does not. Of a
 * discriminated value the findings are those of its own branch. At most one finding stands for one pointer and
 * keyword.
 *
 * @throws {Error} when the description has no such schema.
 */
export function validate(schemaName: string, value: unknown): Finding[] {
  const thorough = validators.thorough(schemaName);
  const examined = shortened(value);
  if (!thorough(examined)) return distinct(bounded(thorough.errors ?? []).map(findingOf));
  if (examined === value) return [];
  const quick = validators.quick(schemaName);
  return quick(value) ? [] : (quick.errors ?? []).map(findingOf);
}

const validators = { thorough: compiler(true), quick: compiler(false) };

function compiler(allErrors: boolean): (schemaName: string) => ValidateFunction {
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    discriminator: true,
    strict: true,
    // It would refuse `required: [caseType]` beside a union, where the property stands in another part.
    strictRequired: false,
    // A number of JSON that is too large for ours reads as Infinity, and is a number all the same.
    strictNumbers: false,
    formats,
  });
  ajv.addVocabulary(['components', 'x-requirement', 'x-standing', 'x-personal']);
  ajv.addSchema({ $id: 'interface', components: description.components });
  return (schemaName) => {
    const compiled = ajv.getSchema(`interface#/components/schemas/${schemaName}`);
    if (compiled === undefined) throw new Error(`The description has no schema named '${schemaName}'.`);
    return compiled;
  };
}

/** As many elements of an array are examined for all that is wrong with them; of the rest, the first wrong one. */
const examinedElements = 100;

/**
 * The value with long arrays cut, so that a hostile array of millions does not become millions of findings. The
 * arrays that the description constrains stand in the record or in a form of it, so two levels are enough.
 */
function shortened(value: unknown, levels = 2): unknown {
  if (Array.isArray(value)) return value.length > examinedElements ? value.slice(0, examinedElements) : value;
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  const members = Object.entries(value);
  const short = members.map(([name, member]) => [name, shortened(member, levels - 1)] as const);
  return short.every(([, member], index) => member === members[index]?.[1])
    ? value
    : Object.fromEntries(short);
}

/** The closed object may hold millions of members too: as many are named. Cutting it would hide what it must hold. */
function bounded(errors: readonly ErrorObject[]): ErrorObject[] {
  let unlisted = 0;
  return errors.filter(({ keyword }) => {
    if (keyword === 'additionalProperties') unlisted += 1;
    return keyword !== 'additionalProperties' || unlisted <= examinedElements;
  });
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.pointer} ${one.keyword}`, one])).values()];
}
