import type { Advisory } from '../harness/advisory.ts';
import { advisoriesOf, type TransportSecurity } from '../rules/standards.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type ShownExchange, shownExchange } from '../trace/shown-exchange.ts';

/** An advisory, and what is left of the exchange that shows it. */
interface Advised {
  readonly advisory: Advisory;
  readonly exchange: ShownExchange;
}

/** What public standards say against the answers of a run: of each operation, each thing once. */
export interface AdvisedAnswers {
  add(exchange: Exchange): void;
  of(operation: OperationId): readonly Advised[];
}

/** Gathers what public standards say against the answers that come on that way. */
export function gatherAdvised(specification: Specification, way: TransportSecurity): AdvisedAnswers {
  const gathered = new Map<string, Advised>();
  return {
    add: (exchange) => {
      for (const advisory of advisoriesOf(exchange, way)) {
        const key = JSON.stringify([exchange.call.operation, advisory.requirement, advisory.kind]);
        if (!gathered.has(key))
          gathered.set(key, { advisory, exchange: shownExchange(specification, exchange) });
      }
    },
    of: (operation) => [...gathered.values()].filter(({ exchange }) => exchange.operation === operation),
  };
}
