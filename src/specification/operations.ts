import { memberOf } from '../schema/pointer.ts';
import { dereferenced } from '../schema/references.ts';
import type { Schema } from '../schema/schema.ts';
import type { Description, OperationId } from './description.ts';
import { methods } from './parts.ts';

interface DescribedOperation {
  readonly id: OperationId;
  readonly requirement: string | undefined;
  readonly bodySchema: (status: number) => Schema | undefined;
  readonly requestSchema: Schema | undefined;
  readonly isOf: (method: string, path: string) => boolean;
}

export function operationsIn({ paths }: Description): DescribedOperation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => describedOperation(template, method, operation)),
  );
}

function describedOperation(template: string, method: string, operation: unknown): DescribedOperation {
  // An empty parameter matches, too: interface 4.1 covers a missing identifier.
  const parts = template.split(/\{[^{}/]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const path = new RegExp(`^${parts.join('[^/]*')}$`);
  const responses = memberOf(operation, 'responses');
  return {
    id: memberOf(operation, 'operationId') as OperationId,
    requirement: memberOf(operation, 'x-requirement') as string | undefined,
    bodySchema: (status) => {
      const named =
        memberOf(responses, String(status)) ?? memberOf(responses, `${Math.floor(status / 100)}XX`);
      const response = memberOf(named, '$ref') === undefined ? named : dereferenced(named as object);
      return jsonSchemaOf(response);
    },
    requestSchema: jsonSchemaOf(memberOf(operation, 'requestBody')),
    isOf: (otherMethod, otherPath) => otherMethod === method && path.test(otherPath),
  };
}

function jsonSchemaOf(described: unknown): Schema | undefined {
  const media = memberOf(memberOf(described, 'content'), 'application/json');
  return memberOf(media, 'schema') as Schema | undefined;
}
