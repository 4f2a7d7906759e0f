import { isObject } from '../schema/json.ts';
import { UnknownKind } from '../schema/kinds.ts';
import { childPointer, memberOf, valueAt } from '../schema/pointer.ts';
import { linked, pointerOf } from '../schema/references.ts';
import { tagsOf } from '../schema/schema.ts';
import { compilerOf } from '../validation/ajv.ts';
import { objectionToSchema } from '../validation/dialect.ts';
import { annotated } from './annotate.ts';
import { bundled, bundledRequirements } from './bundled.ts';
import { bundledDescription, type Description, DescriptionError } from './description.ts';
import { operationsIn } from './operations.ts';
import { type Part, visitParts } from './parts.ts';
import type { Requirement } from './requirements.ts';
import { rowsOfDescription, wordedBy } from './row-words.ts';
import { type Specification, specificationOf } from './specification.ts';

export interface OpeningOptions {
  /** Default: the bundled requirements register. */
  readonly requirements?: readonly Requirement[];
  /** The description as the user wrote it, to print it. Default: its JSON. */
  readonly text?: string;
  /** The description that a conforming service would serve. Default: the description itself. */
  readonly served?: unknown;
}

/**
 * Opens a specification from a parsed OpenAPI 3.1 description, which is copied. Known operations are found by path and
 * method, records by the names of their schemas. A row of the register becomes inapplicable if the description lacks
 * its operation or fields; other rows are reworded where the fields differ from the bundled description.
 * @throws {DescriptionError} if no checks can be made from the description
 */
export function openSpecification(
  document: Description,
  {
    requirements = bundledRequirements,
    text = JSON.stringify(document),
    served = structuredClone(document),
  }: OpeningOptions = {},
): Specification {
  const rows = new Set(requirements.map(({ id }) => id));
  const description = linked(annotated(document, bundledDescription, rows));
  assertNeeded(description);
  assertSchemas(description);
  assertCaseTypes(description);
  const gone = inapplicableRows(description, requirements);
  const parts = { description, text, served, compiled: compilerOf(description.components.schemas, true) };
  const plain = specificationOf({
    ...parts,
    requirements: structuredClone(requirements),
    inapplicable: gone,
  });
  assertKnown(plain);
  return specificationOf({
    ...parts,
    requirements: requirements.map((one) => reworded(one, wordedBy(bundled, plain, one))),
    inapplicable: gone,
  });
}

function reworded(row: Requirement, text: string): Requirement {
  if (text === row.text) return row;
  return { ...row, text, source: `the changed description, instead of ${row.source}` };
}

function inapplicableRows(description: Description, requirements: readonly Requirement[]): string[] {
  const before = rowsOfDescription(bundledDescription);
  const now = rowsOfDescription(description);
  const described = new Set(operationsIn(description).map(({ id }) => id));
  return requirements
    .filter(
      ({ id, operation }) =>
        (before.has(id) && !now.has(id)) || (operation !== undefined && !described.has(operation)),
    )
    .map(({ id }) => id);
}

const needed = ['CaseRecord', 'Client', 'ClientPatch'] as const;

function assertNeeded({ components: { schemas } }: Description): void {
  const missing = needed.find((name) => schemas[name] === undefined);
  if (missing !== undefined)
    throw new DescriptionError(
      `it has no schema named '${missing}' in components.schemas, which the checks are made from. Keep its name.`,
    );
}

function assertSchemas(description: Description): void {
  visitParts({ ...description }, (part, value, pointer) => {
    for (const [at, schema] of schemasAt(part, value, pointer)) {
      const objection = objectionToSchema(schema, at) ?? objectionToReference(schema, at, description);
      if (objection !== undefined) throw new DescriptionError(`${objection}. Correct it.`);
    }
  });
}

function schemasAt(part: Part, value: object, pointer: string): [pointer: string, schema: unknown][] {
  if (part === 'schema') return [[pointer, value]];
  const { schemas, schema } = value as { readonly schemas?: unknown; readonly schema?: unknown };
  if (part === 'components')
    return Object.entries(Object(schemas)).map(([name, one]) => [
      childPointer(`${pointer}/schemas`, name),
      one,
    ]);
  return schema === undefined || part === 'leaf' ? [] : [[`${pointer}/schema`, schema]];
}

function objectionToReference(
  schema: unknown,
  pointer: string,
  description: Description,
): string | undefined {
  const $ref = memberOf(schema, '$ref');
  if (typeof $ref !== 'string' || isObject(valueAt(description, pointerOf($ref)))) return undefined;
  return `${pointer}/$ref must lead to a schema, but is '${$ref}'`;
}

function assertCaseTypes({ components: { schemas } }: Description): void {
  const tags = tagsOf(schemas.CaseRecord ?? {});
  const [nameless] = tags.filter((tag) => schemas[tag] === undefined);
  if (tags.length === 0 || nameless !== undefined)
    throw new DescriptionError(
      'CaseRecord must be a oneOf of references to schemas that are named as the case types are.',
    );
}

function assertKnown({ description, kindNamed, validate, caseTypes }: Specification): void {
  const isNeeded = (name: string): boolean => needed.some((one) => one === name);
  for (const name of new Set([...needed, ...Object.keys(description.components.schemas)])) {
    try {
      const kind = isNeeded(name) ? kindNamed(name) : undefined;
      if (name === 'CaseRecord' && (kind?.kind !== 'union' || kind.tags.join() !== caseTypes.join()))
        throw new DescriptionError(
          `the case types ${caseTypes.join(', ')} must be the constants of their discriminator, too.`,
        );
      // Compiles every schema now; otherwise a schema that Ajv rejects would fail in the middle of a run.
      validate(name, undefined);
    } catch (cause) {
      if (cause instanceof DescriptionError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      const words = cause instanceof UnknownKind ? why : `It does not compile: ${why}`;
      throw new DescriptionError(`nothing can be checked by its schema '${name}'. ${words}`, { cause });
    }
  }
}
