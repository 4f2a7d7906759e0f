import { type Kind, kindOfSchema } from '../schema/kinds.ts';
import { memoised } from '../schema/memoised.ts';
import { memberOf } from '../schema/pointer.ts';
import { frozen } from '../schema/references.ts';
import { type Schema, tagsOf } from '../schema/schema.ts';
import type { Compiled } from '../validation/ajv.ts';
import type { Finding } from '../validation/finding.ts';
import { openValidator } from '../validation/validate.ts';
import type { CaseType, Description, OperationId } from './description.ts';
import { operationsIn } from './operations.ts';
import { consumerContract, type Requirement } from './requirements.ts';

/**
 * An interface specification: the description, the requirements register, and functions over both. Immutable; several
 * can exist at the same time.
 */
export interface Specification {
  readonly description: Description;
  /** The description as text, as its author wrote it. */
  readonly text: string;
  /** The description that a conforming service would serve. */
  readonly served: unknown;
  /** Case types in the description's order. */
  readonly caseTypes: readonly CaseType[];
  /** Rows of the requirements register that apply, in the order of the documents. */
  readonly requirements: readonly Requirement[];
  /** Rows that do not apply, since the description lacks their fields or operation. */
  readonly inapplicable: readonly string[];
  /**
   * The row with this id: one of `requirements`, or `consumer-contract`, the row for pacts.
   * @throws {Error} if there is none
   */
  requirementNamed(id: string): Requirement;
  /** @throws {Error} if the description has no schema of this name */
  schemaNamed(name: string): Schema;
  /**
   * The kind of a named schema: the values it allows, for generators.
   * @throws {Error} if the description has no schema of this name
   * @throws {UnknownKind} if the schema has keywords that kinds cannot express
   */
  kindNamed(name: string): Kind;
  /**
   * The fields that a schema itself lists, without those of schemas that it refers to. Empty if there is no such
   * schema.
   */
  fieldsOf(name: string): readonly string[];
  /**
   * The operation of a request; undefined if the description has none for it.
   * @param method - in any letter case
   * @param path - without the base URL; a query is ignored
   */
  operationAt(method: string, path: string): OperationId | undefined;
  describesSchema(name: string): boolean;
  describes(operation: OperationId): boolean;
  bodySchema(operation: OperationId, status: number): Schema | undefined;
  requestSchema(operation: OperationId): Schema | undefined;
  /** The row of the requirements register for the operation as a whole. */
  requirementOfOperation(operation: OperationId): string | undefined;
  /**
   * The deviations of a value from a schema; empty if there are none. For a union, only the branch that the tag selects
   * is reported; each pair of pointer and keyword appears once.
   * @throws {Error} if the description has no such schema
   */
  validate(schemaName: string, value: unknown): Finding[];
  /**
   * The result of `make` for this specification, computed once.
   * @param make - the cache key, so pass the same function each time
   */
  derive<Value>(make: (specification: Specification) => Value): Value;
}

type Given = 'description' | 'text' | 'served' | 'requirements' | 'inapplicable';

export function specificationOf({
  description,
  text,
  served,
  requirements,
  inapplicable,
  compiled,
}: Pick<Specification, Given> & { readonly compiled: Compiled }): Specification {
  const { schemas } = description.components;
  const rows = new Map([...requirements, consumerContract].map((row) => [row.id, row]));
  const operations = operationsIn(description);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const schemaNamed = (name: string): Schema => {
    const schema = memberOf(schemas, name) as Schema | undefined;
    if (schema === undefined) throw new Error(`The description has no schema named '${name}'.`);
    return schema;
  };
  const kindNamed = memoised((name: string) => frozen(kindOfSchema(schemaNamed(name))));
  const specification: Specification = Object.freeze<Specification>({
    description,
    text,
    served: frozen(served),
    caseTypes: frozen(tagsOf(schemas.CaseRecord ?? {}) as CaseType[]),
    requirements: frozen(requirements.filter(({ id }) => !inapplicable.includes(id))),
    inapplicable: frozen(inapplicable),
    requirementNamed: (id) => {
      const row = rows.get(id);
      if (row === undefined) throw new Error(`The requirement register has no row '${id}'.`);
      return row;
    },
    schemaNamed,
    kindNamed,
    fieldsOf: (name) => Object.keys(schemas[name]?.properties ?? {}),
    operationAt: (method, path) => {
      const [plain = ''] = path.split('?', 1);
      return operations.find(({ isOf }) => isOf(method.toLowerCase(), plain))?.id;
    },
    describesSchema: (name) => Object.hasOwn(schemas, name),
    describes: (operation) => byId.has(operation),
    bodySchema: (operation, status) => byId.get(operation)?.bodySchema(status),
    requestSchema: (operation) => byId.get(operation)?.requestSchema,
    requirementOfOperation: (operation) => byId.get(operation)?.requirement,
    validate: openValidator(kindNamed, compiled),
    derive: memoised((make: (of: Specification) => unknown) =>
      make(specification),
    ) as Specification['derive'],
  });
  return specification;
}
