import { hash } from 'node:crypto';
import { json } from '../../faults/answers.ts';
import type { Behaviour } from '../../faults/behaviour.ts';
import { composed, delayed } from '../../faults/behaviours.ts';

interface Troubles {
  readonly latencyMs: number;
  /** The share of requests, from 0 to 1, that are answered 503 and have no effect. */
  readonly errorRate: number;
  readonly seed: number;
}

export function withTroubles(behaviour: Behaviour, { latencyMs, errorRate, seed }: Troubles): Behaviour {
  let requests = 0;
  const failing: Behaviour = async (request, service) => {
    requests += 1;
    return isDrawn(seed, requests, errorRate) ? { ...unavailable } : service(request);
  };
  return composed(behaviour, failing, ...(latencyMs === 0 ? [] : [delayed(latencyMs)]));
}

const failure = json(503, { message: 'The stub fails, as it was told to.' });
/** The Retry-After header is in seconds (RFC 9110, section 10.2.3). */
const unavailable = { ...failure, headers: { ...failure.headers, 'retry-after': '1' } };

function isDrawn(seed: number, number: number, share: number): boolean {
  return Number.parseInt(hash('sha256', `${seed}:${number}`).slice(0, 8), 16) / 2 ** 32 < share;
}
