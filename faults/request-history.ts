import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour, ServiceRequest } from './behaviour.ts';
import { nth, perService, unchanged, when } from './behaviours.ts';
import type { Condition } from './requests.ts';

export function asked(
  applies: (times: number) => boolean,
  condition: Condition,
  behaviour: Behaviour,
): Behaviour {
  return when(
    condition,
    nth(applies, behaviour, ({ method, path, headers, body }) =>
      JSON.stringify([method, path, headers.authorization, body]),
    ),
  );
}

export function again(condition: Condition, behaviour: Behaviour): Behaviour {
  return asked((times) => times > 1, condition, behaviour);
}

export function everySecondTime(condition: Condition, behaviour: Behaviour): Behaviour {
  return asked((times) => times % 2 === 0, condition, behaviour);
}

export function after(
  earlier: Condition,
  which: 'all' | 'next',
  condition: Condition,
  behaviour: Behaviour,
): Behaviour {
  return perService(() => {
    let isDue = false;
    return (request, reference) => {
      isDue ||= earlier(request);
      if (!isDue || !condition(request)) return reference(request);
      isDue = which === 'all';
      return behaviour(request, reference);
    };
  });
}

/** The minimum duration of a request in milliseconds, so that other requests arrive meanwhile. */
const minDurationMs = 4;

export function amongConcurrent(
  condition: Condition,
  choose: (
    request: ServiceRequest,
    earlier: readonly ServiceRequest[],
    later: readonly ServiceRequest[],
  ) => Behaviour,
): Behaviour {
  const amidOthers = perService(() => {
    const inProgress = new Map<ServiceRequest, ServiceRequest[]>();
    return async (request, reference) => {
      const earlier = [...inProgress.keys()];
      const later: ServiceRequest[] = [];
      for (const arrivedMeanwhile of inProgress.values()) arrivedMeanwhile.push(request);
      inProgress.set(request, later);
      try {
        await sleep(minDurationMs);
        return await choose(request, earlier, later)(request, reference);
      } finally {
        inProgress.delete(request);
      }
    };
  });
  return when(condition, amidOthers);
}

export function onSecondConcurrent(
  condition: Condition,
  isPair: (first: ServiceRequest, second: ServiceRequest) => boolean,
  behaviour: (first: ServiceRequest) => Behaviour,
): Behaviour {
  return amongConcurrent(condition, (second, earlier) => {
    const first = earlier.find((one) => isPair(one, second));
    return first === undefined ? unchanged : behaviour(first);
  });
}

export function isSamePath(first: ServiceRequest, second: ServiceRequest): boolean {
  return first.path === second.path;
}

export function isOtherPath(first: ServiceRequest, second: ServiceRequest): boolean {
  return first.path !== second.path;
}
