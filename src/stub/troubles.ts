import { hash } from 'node:crypto';
import { json } from '../faults/answers.ts';
import type { Behaviour } from '../faults/behaviour.ts';
import { after, together } from '../faults/behaviours.ts';

/** What goes wrong between a client and a service that is right. */
export interface Troubles {
  /** How late each answer is, in milliseconds. */
  readonly latencyMs: number;
  /** The share of requests that are answered 503, and do nothing: from 0 to 1. */
  readonly errorRate: number;
  /** It decides which requests fail. */
  readonly seed: number;
}

/** The behaviour, with troubles on the way to it. */
export function withTroubles(behaviour: Behaviour, { latencyMs, errorRate, seed }: Troubles): Behaviour {
  let requests = 0;
  const failing: Behaviour = async (request, service) => {
    requests += 1;
    return isDrawn(seed, requests, errorRate) ? { ...unavailable } : service(request);
  };
  return together(behaviour, failing, ...(latencyMs === 0 ? [] : [after(latencyMs)]));
}

const failure = json(503, { message: 'The stub fails, as it was told to.' });
/** As RFC 9110, section 10.2.3, has a service say when to ask again: in seconds. */
const unavailable = { ...failure, headers: { ...failure.headers, 'retry-after': '1' } };

/** Whether the request of that number is one of the share: the same for a seed. */
function isDrawn(seed: number, number: number, share: number): boolean {
  return Number.parseInt(hash('sha256', `${seed}:${number}`).slice(0, 8), 16) / 2 ** 32 < share;
}
