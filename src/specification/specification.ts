import { type Kind, kindOfSchema } from '../schema/kinds.ts';
import { memberOf } from '../schema/pointer.ts';
import { frozen } from '../schema/references.ts';
import { type Schema, tagsOf } from '../schema/schema.ts';
import type { Compiled } from '../validation/compiler.ts';
import type { Finding } from '../validation/finding.ts';
import { openValidator } from '../validation/validate.ts';
import type { CaseType, Description, OperationId } from './description.ts';
import { operationsIn } from './operations.ts';
import { consumerContract, type Requirement } from './requirements.ts';

/**
 * An interface as one value that cannot be changed: what its description says, what the requirement register says of
 * it, and what follows from both. Several can stand side by side.
 */
export interface Specification {
  readonly description: Description;
  /** The description's own text. */
  readonly text: string;
  /** What a service of this interface serves as its description. */
  readonly served: unknown;
  /** The shapes of the case record, in the description's order. */
  readonly caseTypes: readonly CaseType[];
  /** The requirement register, in the order of the documents. */
  readonly requirements: readonly Requirement[];
  /** The rows that do not apply, since the description no longer has what they speak of. */
  readonly inapplicable: readonly string[];
  /**
   * The row of that id, or what stands in its place for a consumer's contract.
   * @throws {Error} when the register has none: a mistake of the caller's
   */
  requirementNamed(id: string): Requirement;
  /**
   * The schema of that name.
   * @throws {Error} when the description has none: a mistake of the caller's
   */
  schemaNamed(name: string): Schema;
  /**
   * What the schema of that name allows.
   * @throws {Error} when the description has none
   * @throws {UnknownKind} when it says of it what is not known
   */
  kindNamed(name: string): Kind;
  /**
   * The names of the fields that the schema of that name lists itself, without those of what it refers to; none where
   * there is no such schema.
   */
  fieldsOf(name: string): readonly string[];
  /**
   * The operation that a request is of; undefined where none is described for it.
   * @param method - in any letter case
   * @param path - as written on the wire, below the base URL; a query does not count
   */
  operationAt(method: string, path: string): OperationId | undefined;
  /** Whether the description has a schema of that name. */
  describesSchema(name: string): boolean;
  /** Whether the description has the operation. */
  describes(operation: OperationId): boolean;
  /** What is said of the body that an operation answers with a status; undefined where nothing is said. */
  bodySchema(operation: OperationId, status: number): Schema | undefined;
  /** What is said of the body of an operation's request; undefined where nothing is said. */
  requestSchema(operation: OperationId): Schema | undefined;
  /** The register's row that says that an operation exists, and what it does. */
  requirementOfOperation(operation: OperationId): string | undefined;
  /**
   * How the value deviates from the schema of that name; empty when it does not. Of a discriminated value the findings
   * are those of its own branch. At most one finding stands for one pointer and keyword.
   * @throws {Error} when the description has no such schema
   */
  validate(schemaName: string, value: unknown): Finding[];
  /**
   * What follows from the specification: made when it is first asked for, and kept with the specification.
   * @param make - known by its identity
   */
  derive<Value>(make: (specification: Specification) => Value): Value;
}

/** What a specification is made of. */
export interface SpecificationParts {
  readonly description: Description;
  readonly text: string;
  readonly served: unknown;
  /** The whole register. */
  readonly requirements: readonly Requirement[];
  readonly inapplicable: readonly string[];
  readonly compiled: Compiled;
}

/** Puts a specification together of parts that the caller gives away. The references of the description are linked. */
export function specificationOf({
  description,
  text,
  served,
  requirements,
  inapplicable,
  compiled,
}: SpecificationParts): Specification {
  const { schemas } = description.components;
  const rows = new Map([...requirements, consumerContract].map((row) => [row.id, row]));
  const operations = operationsIn(description);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const kinds = new Map<string, Kind>();
  const derived = new Map<unknown, unknown>();
  const schemaNamed = (name: string): Schema => {
    const schema = memberOf(schemas, name) as Schema | undefined;
    if (schema === undefined) throw new Error(`The description has no schema named '${name}'.`);
    return schema;
  };
  const kindNamed = (name: string): Kind => {
    const kind = kinds.get(name) ?? frozen(kindOfSchema(schemaNamed(name)));
    kinds.set(name, kind);
    return kind;
  };
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
    derive: <Value>(make: (of: Specification) => Value) => {
      if (!derived.has(make)) derived.set(make, make(specification));
      return derived.get(make) as Value;
    },
  });
  return specification;
}
