import { memberOf } from '../schema/pointer.ts';
import { description, type OperationId } from './description.ts';

/**
 * The operation that a request is of.
 * @param method - in any letter case
 * @param path - as written on the wire, below the base URL; a query does not count
 * @returns undefined for a request that no operation is described for
 */
export function operationAt(method: string, path: string): OperationId | undefined {
  const [plain = ''] = path.split('?', 1);
  return operations.find((one) => one.method === method.toLowerCase() && one.pattern.test(plain))?.id;
}

const operations = Object.entries(description.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method,
    // An identifier may be missing: that is one of the cases that the interface speaks of (4.1).
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    id: memberOf(operation, 'operationId') as OperationId,
  })),
);
