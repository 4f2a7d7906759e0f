import { memberOf } from '../schema/pointer.ts';
import { description, type OperationId, type Schema } from './description.ts';

/**
 * What the description says of the body that an operation answers with a status: of the status itself, else of its
 * range; undefined where it says nothing.
 */
export function bodySchema(operation: OperationId, status: number): Schema | undefined {
  const responses = memberOf(operations.get(operation), 'responses');
  const named = memberOf(responses, String(status)) ?? memberOf(responses, `${Math.floor(status / 100)}XX`);
  const response = resolved(named);
  const media = memberOf(memberOf(response, 'content'), 'application/json');
  return memberOf(media, 'schema') as Schema | undefined;
}

/** The register's row that says that an operation exists, and what it does. */
export function requirementOfOperation(operation: OperationId): string | undefined {
  return memberOf(operations.get(operation), 'x-requirement') as string | undefined;
}

const operations = new Map(
  Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [memberOf(operation, 'operationId') as OperationId, operation]),
);

/** Follows a reference within the description. */
function resolved(value: unknown): unknown {
  const reference = memberOf(value, '$ref');
  if (typeof reference !== 'string') return value;
  return reference.split('/').slice(1).reduce<unknown>(memberOf, description);
}
