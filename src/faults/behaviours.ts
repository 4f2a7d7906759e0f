import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../reference/json.ts';
import { remembered } from '../schema/remembered.ts';
import type { Behaviour, Manner, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { tokenNamed } from './demo.ts';
import type { Condition } from './requests.ts';

/** What becomes of an answer of the reference. */
export type Change = (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer;

/** As the reference answers, always. */
export const unchanged: Behaviour = (request, reference) => reference(request);

/** The behaviour for the requests of the condition; the others are answered as the reference does. */
export function when(condition: Condition, behaviour: Behaviour): Behaviour {
  return (request, reference) => (condition(request) ? behaviour : unchanged)(request, reference);
}

/** The same answer to every request. */
export function always(answer: ServiceAnswer): Behaviour {
  return async () => answer;
}

/** The answer of the reference, changed. */
export function changed(change: Change): Behaviour {
  return async (request, reference) => change(await reference(request), request);
}

/** Several behaviours at once, each about the answers of the one before. */
export function together(...behaviours: readonly Behaviour[]): Behaviour {
  return behaviours.reduce(
    (inner, outer) => (request, reference) => outer(request, (one) => inner(one, reference)),
  );
}

/** In place of answers of that status, this one. */
export function insteadOf(status: number, answer: ServiceAnswer): Behaviour {
  return changed((given) => (given.status === status ? answer : given));
}

/** The request is answered as though it carried the member's token. */
export const letIn: Behaviour = (request, reference) =>
  reference({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${tokenNamed('member')}` },
  });

/** The request is refused with that status, in a body that holds under this name what it should not have been given. */
export function refusingWith(status: number, name: string): Behaviour {
  return together(
    letIn,
    mapJson(200, (value) => ({ message: 'Not yours.', [name]: value })),
    withStatus(status),
  );
}

/** The body of answers of that status as a changed value; an answer without JSON stays as it is. */
export function mapJson(status: number, change: (value: Json, request: ServiceRequest) => Json): Behaviour {
  return mapBody(status, (body, request) => JSON.stringify(change(JSON.parse(body), request)));
}

/** The text of the body of answers of that status, changed; an empty body stays empty. */
export function mapBody(
  status: number,
  change: (body: string, request: ServiceRequest) => string,
): Behaviour {
  return changed((answer, request) =>
    answer.status === status && answer.body !== ''
      ? { ...answer, body: change(answer.body, request) }
      : answer,
  );
}

/** The answer of the reference under another status. */
export function withStatus(status: number): Behaviour {
  return changed((answer) => ({ ...answer, status }));
}

/** Further headers, or others, on every answer. */
export function withHeaders(headers: ServiceAnswer['headers']): Behaviour {
  return changed((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }));
}

/** Every answer, written in that manner. */
export function inManner(manner: Manner): Behaviour {
  return changed((answer) => ({ ...answer, manner }));
}

/** Every answer that has a body, under another media type. */
export function ofType(mediaType: string): Behaviour {
  return changed((answer) =>
    answer.body === '' ? answer : { ...answer, headers: { ...answer.headers, 'content-type': mediaType } },
  );
}

/** Every answer that has a body, with its text changed. */
export function everyText(change: (body: string) => string): Behaviour {
  return changed((answer) => (answer.body === '' ? answer : { ...answer, body: change(answer.body) }));
}

/** Every answer without this header. */
export function leavingOutHeader(name: string): Behaviour {
  return changed(({ headers: { [name]: _, ...headers }, ...answer }) => ({ ...answer, headers }));
}

/** Answers only after so many milliseconds. */
export function after(milliseconds: number): Behaviour {
  return async (request, reference) => {
    await sleep(milliseconds);
    return reference(request);
  };
}

/** The behaviour for every n-th of the requests that come to it. */
export function everyNth(n: number, behaviour: Behaviour): Behaviour {
  return counted((count) => count % n === 0, behaviour);
}

/** The behaviour for the first n of the requests that come to it. */
export function onlyFirst(n: number, behaviour: Behaviour): Behaviour {
  return counted((count) => count <= n, behaviour);
}

function counted(isMeant: (count: number) => boolean, behaviour: Behaviour): Behaviour {
  const memoryOf = ownMemory(() => ({ count: 0 }));
  return (request, reference) => {
    const memory = memoryOf(reference);
    memory.count += 1;
    return (isMeant(memory.count) ? behaviour : unchanged)(request, reference);
  };
}

/** What each service remembers, told by its reference function, which it has of its own. */
export function ownMemory<Memory>(empty: () => Memory): (reference: Parameters<Behaviour>[1]) => Memory {
  return remembered(empty, (reference) => reference);
}
