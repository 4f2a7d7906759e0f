import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../src/reference/json.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { ownMemory, unchanged } from './behaviours.ts';
import { recordIn } from './client-behaviours.ts';
import { all, by, type Condition, on } from './requests.ts';

type Reference = Parameters<Behaviour>[1];

/** A behaviour with memory. Each service has its own. */
export function remembering<Memory>(
  empty: () => Memory,
  behaviourWith: (memory: Memory) => Behaviour,
): Behaviour {
  const behaviourOf = ownMemory(() => behaviourWith(empty()));
  return (request, reference) => behaviourOf(reference)(request, reference);
}

/** Applies the behaviour to matching requests depending on how often the same one was sent. */
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

/** Applies the behaviour from the second identical request on. */
export function again(condition: Condition, behaviour: Behaviour): Behaviour {
  return asked((times) => times > 1, condition, behaviour);
}

/** Applies the behaviour to every second identical request. */
export function everySecondTime(condition: Condition, behaviour: Behaviour): Behaviour {
  return asked((times) => times % 2 === 0, condition, behaviour);
}

/** Applies the behaviour to the next request that meets the condition after one that meets `earlier`. */
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

/** Applies the behaviour to all requests that meet the condition after one that meets `earlier`. */
export function once(earlier: Condition, condition: Condition, behaviour: Behaviour): Behaviour {
  return remembering(
    () => ({ isDue: false }),
    (memory) => (request, reference) => {
      memory.isDue ||= earlier(request);
      return (memory.isDue && condition(request) ? behaviour : unchanged)(request, reference);
    },
  );
}

/** Gives `ofOne` one request at a time, and `ofOthers` those that arrive meanwhile. */
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

/** Answers two concurrent requests. */
export type AnswerBoth = (
  first: ServiceRequest,
  second: ServiceRequest,
  reference: Reference,
) => Promise<readonly [ofFirst: ServiceAnswer, ofSecond: ServiceAnswer]>;

/** How long a request waits for another one. Concurrent requests arrive within less. */
const waitingMs = 12;

interface Waiting {
  readonly request: ServiceRequest;
  readonly resolve: (answer: Promise<ServiceAnswer>) => void;
}

/** Answers two concurrent requests that are a pair together. A request without a partner is answered as usual. */
export function whenConcurrent(
  condition: Condition,
  isPair: (first: ServiceRequest, second: ServiceRequest) => boolean,
  answerBoth: AnswerBoth,
): Behaviour {
  return remembering(
    () => new Set<Waiting>(),
    (all) => async (request, reference) => {
      if (!condition(request)) return reference(request);
      const other = [...all].find((one) => isPair(one.request, request));
      if (other !== undefined) {
        all.delete(other);
        const answers = answerBoth(other.request, request, reference);
        other.resolve(answers.then(([ofFirst]) => ofFirst));
        return (await answers)[1];
      }
      let waiting: Waiting | undefined;
      const met = new Promise<ServiceAnswer>((resolve) => {
        waiting = { request, resolve };
        all.add(waiting);
      });
      const alone = sleep(waitingMs).then(() => undefined);
      const answer = await Promise.race([met, alone]);
      if (answer !== undefined) return answer;
      // Another request may have met this one at the last moment.
      if (waiting !== undefined && !all.delete(waiting)) return met;
      return reference(request);
    },
  );
}

/** Minimum duration of a request, so others arrive meanwhile. */
const takingMs = 4;

/** Applies the behaviour to a request that matches because of the requests already in progress. */
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

/**
 * A service that gives the member a wrong answer about their own organisation after one was created.
 * @param answer - made from the member's organisation and the latest created one
 */
export function afterCreation(answer: (own: JsonObject, created: JsonObject) => ServiceAnswer): Behaviour {
  const memoryOf = ownMemory((): { last?: JsonObject } => ({}));
  return async (request, reference) => {
    const given = await reference(request);
    const memory = memoryOf(reference);
    if (on('createOrganisation')(request) && given.status === 201) memory.last = recordIn(given);
    const isOwn = all(on('getOrganisation'), by('member'))(request);
    return isOwn && memory.last !== undefined ? answer(recordIn(given), memory.last) : given;
  };
}
