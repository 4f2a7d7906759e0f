import { memberOf } from '../src/schema/pointer.ts';
import type { Schema } from '../src/schema/schema.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { OperationId } from '../src/specification/description.ts';
import type { Finding } from '../src/validation/finding.ts';

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly body: Schema | undefined;
}

export function requestOf(operation: OperationId): Described {
  for (const [path, item] of Object.entries(bundled.description.paths)) {
    for (const [method, value] of Object.entries(item)) {
      if (memberOf(value, 'operationId') !== operation) continue;
      const media = memberOf(memberOf(memberOf(value, 'requestBody'), 'content'), 'application/json');
      return { method: method.toUpperCase(), path, body: memberOf(media, 'schema') as Schema | undefined };
    }
  }
  throw new Error(`The description has no operation '${operation}'.`);
}

export function findingsOfRequest(operation: OperationId, body: unknown): Finding[] {
  return findingsOf(requestOf(operation).body, body);
}

export function findingsOfAnswer(operation: OperationId, status: number, body: unknown): Finding[] {
  return findingsOf(bundled.bodySchema(operation, status), body);
}

function findingsOf(schema: Schema | undefined, body: unknown): Finding[] {
  if (schema?.$ref === undefined) throw new Error('The description does not say what the body is.');
  return bundled.validate(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1), body);
}
