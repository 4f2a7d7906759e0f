import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { ownMemory, unchanged } from './behaviours.ts';
import type { Condition } from './requests.ts';

type Reference = Parameters<Behaviour>[1];

/** A behaviour that remembers what it was asked; services do not share what they remember. */
export function remembering<Memory>(
  empty: () => Memory,
  behaviourWith: (memory: Memory) => Behaviour,
): Behaviour {
  const behaviourOf = ownMemory(() => behaviourWith(empty()));
  return (request, reference) => behaviourOf(reference)(request, reference);
}

/** The behaviour for requests of the condition that are made again, by the number of times that each was made. */
export function asked(
  isMeant: (times: number) => boolean,
  condition: Condition,
  behaviour: Behaviour,
): Behaviour {
  return remembering(
    () => new Map<string, number>(),
    (counts) => (request, reference) => {
      if (!condition(request)) return reference(request);
      const { method, path, headers, body } = request;
      const key = JSON.stringify([method, path, headers.authorization, body]);
      const times = (counts.get(key) ?? 0) + 1;
      counts.set(key, times);
      return (isMeant(times) ? behaviour : unchanged)(request, reference);
    },
  );
}

/** The behaviour from the second time on that the same is asked. */
export function again(condition: Condition, behaviour: Behaviour): Behaviour {
  return asked((times) => times > 1, condition, behaviour);
}

/** The behaviour every second time that the same is asked. */
export function everySecondTime(condition: Condition, behaviour: Behaviour): Behaviour {
  return asked((times) => times % 2 === 0, condition, behaviour);
}

/** The behaviour for the next request of the condition after one of the other condition. */
export function nextAfter(earlier: Condition, condition: Condition, behaviour: Behaviour): Behaviour {
  return remembering(
    () => ({ isDue: false }),
    (memory) => (request, reference) => {
      if (earlier(request)) memory.isDue = true;
      if (!condition(request) || !memory.isDue) return reference(request);
      memory.isDue = false;
      return behaviour(request, reference);
    },
  );
}

/** The behaviour for every request of the condition once there was one of the other condition. */
export function once(earlier: Condition, condition: Condition, behaviour: Behaviour): Behaviour {
  return remembering(
    () => ({ isDue: false }),
    (memory) => (request, reference) => {
      memory.isDue ||= earlier(request);
      return (memory.isDue && condition(request) ? behaviour : unchanged)(request, reference);
    },
  );
}

/** What becomes of one request at a time, and of those that come meanwhile. */
export function oneAtATime(ofOne: Behaviour, ofOthers: Behaviour): Behaviour {
  return remembering(
    () => ({ isBusy: false }),
    (memory) => async (request, reference) => {
      if (memory.isBusy) return ofOthers(request, reference);
      memory.isBusy = true;
      try {
        return await ofOne(request, reference);
      } finally {
        memory.isBusy = false;
      }
    },
  );
}

/** What becomes of two requests that are under way at once. */
export type Meeting = (
  first: ServiceRequest,
  second: ServiceRequest,
  reference: Reference,
) => Promise<readonly [ofFirst: ServiceAnswer, ofSecond: ServiceAnswer]>;

/** A request that waits for another for so long; what is asked at once arrives within less. */
const waitingMs = 12;

interface Waiting {
  readonly request: ServiceRequest;
  readonly meet: (answer: Promise<ServiceAnswer>) => void;
}

/** What happens where two requests of the condition meet that are a pair; one that meets none is answered as always. */
export function meeting(
  condition: Condition,
  isPair: (first: ServiceRequest, second: ServiceRequest) => boolean,
  meet: Meeting,
): Behaviour {
  return remembering(
    () => new Set<Waiting>(),
    (all) => async (request, reference) => {
      if (!condition(request)) return reference(request);
      const other = [...all].find((one) => isPair(one.request, request));
      if (other !== undefined) {
        all.delete(other);
        const answers = meet(other.request, request, reference);
        other.meet(answers.then(([ofFirst]) => ofFirst));
        return (await answers)[1];
      }
      let waiting: Waiting | undefined;
      const met = new Promise<ServiceAnswer>((resolve) => {
        waiting = { request, meet: resolve };
        all.add(waiting);
      });
      const alone = sleep(waitingMs).then(() => undefined);
      const answer = await Promise.race([met, alone]);
      if (answer !== undefined) return answer;
      // It may have met one while that one was answered.
      if (waiting !== undefined && !all.delete(waiting)) return met;
      return reference(request);
    },
  );
}

/** A request takes at least so long, so that others come while it is under way. */
const takingMs = 4;

/** The behaviour for a request that comes while others are under way that make it one that is meant. */
export function crowded(
  isMeant: (request: ServiceRequest, others: readonly ServiceRequest[]) => boolean,
  behaviour: Behaviour,
): Behaviour {
  return remembering(
    () => new Set<ServiceRequest>(),
    (underWay) => async (request, reference) => {
      const others = [...underWay];
      underWay.add(request);
      await sleep(takingMs);
      const answer = await (isMeant(request, others) ? behaviour : unchanged)(request, reference);
      underWay.delete(request);
      return answer;
    },
  );
}

/** Requests for the same thing. */
export function ofOne(first: ServiceRequest, second: ServiceRequest): boolean {
  return first.path === second.path;
}

/** Requests for two things. */
export function ofTwo(first: ServiceRequest, second: ServiceRequest): boolean {
  return first.path !== second.path;
}
