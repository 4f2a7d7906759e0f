import type { Deviation } from '../harness/deviation.ts';
import { advisoriesOf, type TransportSecurity } from '../rules/standards.ts';
import type { OperationId } from '../specification/description.ts';
import type { Fold } from '../trace/trace.ts';

export interface Advised {
  readonly advisory: Deviation;
  readonly operation: OperationId;
}

export function foldAdvisories(security: TransportSecurity): Fold<readonly Advised[]> {
  const advised = new Map<string, Advised>();
  return {
    add: (exchange) => {
      const { operation } = exchange.call;
      for (const advisory of advisoriesOf(exchange, security)) {
        const key = JSON.stringify([operation, advisory.requirement, advisory.kind]);
        if (!advised.has(key)) advised.set(key, { advisory, operation });
      }
    },
    value: () => [...advised.values()],
  };
}
