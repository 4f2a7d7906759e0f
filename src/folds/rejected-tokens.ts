import { tokenNames } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import { operations } from '../rules/operations.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Fold } from '../trace/trace.ts';

const maxRejected = 20;

/**
 * The answers 401 to a configured token at a path that accepts it in this run. After the answer, the token is
 * accepted again, so it has not expired.
 */
export function foldRejectedTokens(): Fold<readonly Exchange[]> {
  const rejected: Exchange[] = [];
  const accepted = new Set<string>();
  const lastAccepted = new Map<string, number>();
  return {
    add: (exchange) => {
      const { call, credentials, status, number } = exchange;
      if (!operations[call.operation].requiresToken || call.spelling !== undefined) return;
      if (status === 401 && tokenNames.some((name) => name === credentials)) rejected.push(exchange);
      if (!is2xx(status)) return;
      accepted.add(keyOf(exchange));
      lastAccepted.set(credentials, Math.max(number, lastAccepted.get(credentials) ?? 0));
    },
    value: () =>
      rejected
        .filter((one) => accepted.has(keyOf(one)) && (lastAccepted.get(one.credentials) ?? 0) > one.number)
        .slice(0, maxRejected),
  };
}

/** A router may refuse other paths itself, such as one with an empty segment. */
function keyOf({ call: { method, path }, credentials }: Exchange): string {
  return `${method} ${path} ${credentials}`;
}
