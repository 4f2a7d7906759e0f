import { is2xx } from '../http/status.ts';
import { operations } from '../rules/operations.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Fold } from '../trace/trace.ts';

const maxRejected = 20;

/**
 * The answers 401 to a configured token that the same operation accepts in this run. After the answer, the token is
 * accepted again, so it has not expired.
 */
export function foldRejectedTokens(): Fold<readonly Exchange[]> {
  const rejected: Exchange[] = [];
  const acceptedBy = new Set<string>();
  const lastAccepted = new Map<string, number>();
  return {
    add: (exchange) => {
      const { call, credentials, status, number } = exchange;
      if (!operations[call.operation].requiresToken || call.spelling !== undefined) return;
      if (status === 401 && rejected.length < maxRejected && names.has(credentials)) rejected.push(exchange);
      if (!is2xx(status)) return;
      acceptedBy.add(`${call.operation} ${credentials}`);
      lastAccepted.set(credentials, Math.max(number, lastAccepted.get(credentials) ?? 0));
    },
    value: () =>
      rejected.filter(
        ({ call, credentials, number }) =>
          acceptedBy.has(`${call.operation} ${credentials}`) && (lastAccepted.get(credentials) ?? 0) > number,
      ),
  };
}

const names: ReadonlySet<string> = new Set(['member', 'restricted', 'outsider']);
