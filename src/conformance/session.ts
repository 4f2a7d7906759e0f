import { createHash } from 'node:crypto';
import { Undecidable } from '../checks/check.ts';
import type { Observation, Reply, Session } from '../checks/session.ts';
import type { Target } from '../checks/target.ts';
import type { Exchange, Exchanges } from './exchanges.ts';

/** The session of one check: it remembers which exchanges the check looked at. */
export interface RecordedSession extends Session {
  readonly exchanges: readonly Exchange[];
}

/** What the sessions of one run share. */
export interface SessionContext {
  readonly target: Target;
  readonly exchanges: Exchanges;
  readonly seed: number;
  readonly observe: (observation: Observation) => void;
}

/** Opens the session of one check. */
export function openSession({ target, exchanges, seed, observe }: SessionContext): RecordedSession {
  const looked: Exchange[] = [];
  const remember = (exchange: Exchange): Reply => {
    const known = looked.indexOf(exchange);
    const number = known === -1 ? looked.push(exchange) - 1 : known;
    const { call, status, headers, body, text } = exchange;
    return { number, call, status, headers, body, text };
  };
  return {
    target,
    exchanges: looked,
    observe,
    send: async (call, credentials) => remember(await exchanges.send(call, credentials)),
    glance: (call, credentials) => exchanges.send(call, credentials).then(remember, ignoreUndecidable),
    recall: async (call, token) => remember(await exchanges.recall(call, token)),
    unusedIdentifier: (label) => identifier(`${seed} ${label}`),
  };
}

function ignoreUndecidable(error: unknown): undefined {
  if (!(error instanceof Undecidable)) throw error;
}

/** A UUID of version 4 in form (RFC 9562, section 5.4), whose bits come from the text. */
function identifier(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
