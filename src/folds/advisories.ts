import type { Deviation } from '../harness/deviation.ts';
import { advisoriesOf, type TransportSecurity } from '../rules/standards.ts';
import type { Specification } from '../specification/specification.ts';
import { type RedactedExchange, redactedExchange } from '../trace/evidence.ts';
import type { Fold } from '../trace/trace.ts';

export interface Advised {
  readonly advisory: Deviation;
  readonly exchange: RedactedExchange;
}

export function foldAdvisories(
  specification: Specification,
  security: TransportSecurity,
): Fold<readonly Advised[]> {
  const advised = new Map<string, Advised>();
  return {
    add: (exchange) => {
      for (const advisory of advisoriesOf(exchange, security)) {
        const key = JSON.stringify([exchange.call.operation, advisory.requirement, advisory.kind]);
        if (!advised.has(key))
          advised.set(key, { advisory, exchange: redactedExchange(exchange, specification) });
      }
    },
    value: () => [...advised.values()],
  };
}
