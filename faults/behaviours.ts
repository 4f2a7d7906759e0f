import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json, type JsonObject } from '../src/reference/json.ts';
import { memoised } from '../src/schema/memoised.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest, WireOptions } from './behaviour.ts';
import { tokenNamed } from './demo.ts';
import type { Condition } from './requests.ts';

type Reference = Parameters<Behaviour>[1];

type Change = (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer;

export const unchanged: Behaviour = (request, reference) => reference(request);

/** The last argument answers the requests that satisfy all conditions. An answer is the same for all of them. */
export function when(...given: readonly [...Condition[], Behaviour | ServiceAnswer]): Behaviour {
  const conditions = given.slice(0, -1) as Condition[];
  const then = given.at(-1) as Behaviour | ServiceAnswer;
  const behaviour = typeof then === 'function' ? then : always(then);
  return (request, reference) =>
    (conditions.every((condition) => condition(request)) ? behaviour : unchanged)(request, reference);
}

export function always(answer: ServiceAnswer): Behaviour {
  return async () => answer;
}

export function changed(change: Change): Behaviour {
  return async (request, reference) => change(await reference(request), request);
}

/**
 * Combines behaviours: the first changes the answers of the reference, the second changes the answers of the first, and
 * so on.
 */
export function composed(...behaviours: readonly Behaviour[]): Behaviour {
  return behaviours.reduce((inner, outer) => {
    // Cached, since a behaviour with memory recognises its service by this function.
    const below = memoised(
      (reference: Reference): Reference =>
        (request) =>
          inner(request, reference),
    );
    return (request, reference) => outer(request, below(reference));
  });
}

/** Makes behaviours that answer these requests otherwise: all, or only those that the reference answers `status`. */
export function answering(condition: Condition, status?: number): (answer: ServiceAnswer) => Behaviour {
  return (answer) => when(condition, status === undefined ? answer : insteadOf(status, answer));
}

export function insteadOf(status: number, answer: ServiceAnswer | Change): Behaviour {
  return changed((given, request) => {
    if (given.status !== status) return given;
    return typeof answer === 'function' ? answer(given, request) : answer;
  });
}

export const asMember: Behaviour = (request, reference) =>
  reference({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${tokenNamed('member')}` },
  });

export function refusingWithRecord(status: number): Behaviour {
  return composed(
    asMember,
    mapJson(200, (record) => ({ message: 'Not yours.', record })),
    changed((answer) => ({ ...answer, status })),
  );
}

export function mapJson(status: number, change: (value: Json, request: ServiceRequest) => Json): Behaviour {
  return mapBody(status, (body, request) => JSON.stringify(change(JSON.parse(body), request)));
}

export function mapObject(
  status: number,
  change: (object: JsonObject, request: ServiceRequest) => Json,
): Behaviour {
  return mapJson(status, (value, request) => (isJsonObject(value) ? change(value, request) : value));
}

export function mapBody(
  status: number,
  change: (body: string, request: ServiceRequest) => string,
): Behaviour {
  return insteadOf(status, (answer, request) =>
    answer.body === '' ? answer : { ...answer, body: change(answer.body, request) },
  );
}

export function withHeaders(headers: ServiceAnswer['headers']): Behaviour {
  return changed((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }));
}

export function onWire(wire: WireOptions): Behaviour {
  return changed((answer) => ({ ...answer, wire }));
}

export function ofType(mediaType: string): Behaviour {
  return changed((answer) =>
    answer.body === '' ? answer : { ...answer, headers: { ...answer.headers, 'content-type': mediaType } },
  );
}

export function everyText(change: (body: string) => string): Behaviour {
  return changed((answer) => (answer.body === '' ? answer : { ...answer, body: change(answer.body) }));
}

export function leavingOutHeader(name: string): Behaviour {
  return changed(({ headers: { [name]: _, ...headers }, ...answer }) => ({ ...answer, headers }));
}

export function delayed(milliseconds: number): Behaviour {
  return async (request, reference) => {
    await sleep(milliseconds);
    return reference(request);
  };
}

export function everyNth(n: number, behaviour: Behaviour): Behaviour {
  return nth((times) => times % n === 0, behaviour);
}

export function onlyFirst(n: number, behaviour: Behaviour): Behaviour {
  return nth((times) => times <= n, behaviour);
}

export function nth(
  applies: (times: number) => boolean,
  behaviour: Behaviour,
  keyOf: (request: ServiceRequest) => string = () => '',
): Behaviour {
  return perService(() => {
    const counts = new Map<string, number>();
    return (request, reference) => {
      const key = keyOf(request);
      const times = (counts.get(key) ?? 0) + 1;
      counts.set(key, times);
      return (applies(times) ? behaviour : unchanged)(request, reference);
    };
  });
}

/** A behaviour with memory. `open` is called once for each service, which is recognised by its reference function. */
export function perService(open: () => Behaviour): Behaviour {
  const behaviourOf = memoised((_: Reference) => open());
  return (request, reference) => behaviourOf(reference)(request, reference);
}
