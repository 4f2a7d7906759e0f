import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import { isJsonObject, type Json, type JsonObject } from '../src/reference/json.ts';
import { json, refusal } from './answers.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { insteadOf, mapObject, perService, when } from './behaviours.ts';
import { changeableFields } from './catalogue/client.ts';
import { demoClients } from './demo.ts';
import { all, by, type Condition, not, objectIn, on, stored } from './requests.ts';

/** The documents have no GET for a client. An empty PATCH reads it. */
export const readingClients: Condition = all(on('updateClient'), ({ body }) => body === '{}');

/** Requests that change a client, validly or not. Empty changes do not count: they only read the client. */
export const changingClients: Condition = all(on('updateClient'), not(readingClients));

/** The member's changes of only a name or only the address. A run sends some of these concurrently. */
export const changingOneField: Condition = all(changingClients, by('member'), (request) =>
  ['firstName', 'lastName', 'companyName', 'address'].includes(Object.keys(objectIn(request)).join()),
);

export function changingField(field: string): Condition {
  return all(changingClients, (request) => Object.hasOwn(objectIn(request), field));
}

export function sendsText(form: RegExp): Condition {
  return (request) => textsIn(objectIn(request)).some((text) => form.test(text));
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same request with an empty change, which only reads the client. */
export function asReading(request: ServiceRequest): ServiceRequest {
  return { ...request, body: '{}' };
}

export function storingInstead(
  change: (record: JsonObject, patch: JsonObject) => JsonObject,
  condition = changingClients,
): Behaviour {
  return oneByOne(condition, async (request, reference) => {
    const before = shownIn(await reference(asReading(request)));
    const answer = await reference(request);
    const after = shownIn(answer);
    if (before === undefined || after === undefined) return answer;
    const patch = patchIn(request);
    const own = withDifferences(after, { ...before, ...patch }, change(before, patch));
    return {
      ...answer,
      ...json(answer.status, recordIn(await stored(reference, request, JSON.stringify(own)))),
    };
  });
}

/**
 * A service that changes a client although the reference refuses the change.
 * @param change - makes the new record, or returns undefined if this service also refuses the change
 */
export function storingRefused(
  answered: 'with the client' | 'with the refusal',
  change: (record: JsonObject, patch: JsonObject) => JsonObject | undefined,
): Behaviour {
  return oneByOne(changingClients, async (request, reference) => {
    const answer = await reference(request);
    if (answer.status !== 400) return answer;
    const before = recordIn(await reference(asReading(request)));
    const own = change(before, patchIn(request));
    if (own === undefined) return answer;
    const shown = await stored(reference, request, JSON.stringify(own));
    return answered === 'with the client' ? shown : answer;
  });
}

export function storedBefore(former: (record: JsonObject) => JsonObject): Behaviour {
  const storingOnce = perService(() => {
    const paths = new Set<string>();
    return async (request, reference) => {
      const shown = paths.has(request.path) ? undefined : shownIn(await reference(asReading(request)));
      if (shown !== undefined) await stored(reference, request, JSON.stringify(former(shown)));
      if (shown !== undefined) paths.add(request.path);
      return reference(request);
    };
  });
  return oneByOne(on('updateClient'), storingOnce);
}

/**
 * Applies the behaviour to one request at a time, since a client must not change between its reading and its change.
 */
function oneByOne(condition: Condition, behaviour: Behaviour): Behaviour {
  const queued = perService(() => {
    const queue = new PQueue({ concurrency: 1 });
    return (request, reference) => queue.add(() => behaviour(request, reference));
  });
  return when(condition, queued);
}

function patchIn(request: ServiceRequest): JsonObject {
  return only(objectIn(request), ...changeableFields, 'address');
}

function shownIn(answer: ServiceAnswer): JsonObject | undefined {
  const isRecord = answer.status >= 200 && answer.status < 300 && answer.body.startsWith('{');
  return isRecord ? recordIn(answer) : undefined;
}

function withDifferences(record: JsonObject, from: JsonObject, to: JsonObject): JsonObject {
  const differing = Object.keys({ ...from, ...to }).filter(
    (name) => !isDeepStrictEqual(from[name], to[name]),
  );
  return { ...without(record, ...differing), ...only(to, ...differing) };
}

export function storingPatch(change: (patch: JsonObject) => JsonObject): Behaviour {
  return storingInstead((record, patch) => ({ ...record, ...change(patch) }));
}

export function storingMore(change: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return storingInstead((record, patch) => change({ ...record, ...patch }, patch));
}

export function showing(change: (record: JsonObject, patch: JsonObject) => Json): Behaviour {
  return when(
    on('updateClient'),
    mapObject(200, (record, request) => change(record, objectIn(request))),
  );
}

export function answeringFrom(
  answer: (before: JsonObject, after: JsonObject, patch: JsonObject) => Json,
): Behaviour {
  return when(changingClients, async (request, reference) => {
    const before = await reference(asReading(request));
    const after = await reference(request);
    if (after.status !== 200) return after;
    return json(200, answer(recordIn(before), recordIn(after), objectIn(request)));
  });
}

/**
 * Refuses matching requests of the member without processing them. `insteadOf` replaces the answer to a processed
 * request.
 */
export function refusing(...given: Parameters<typeof when>): Behaviour {
  return when(by('member'), ...given);
}

/** Answers a change with the sent values, but does not store them. */
export const echoing: Behaviour = async (request, reference) => {
  const reading = await reference(asReading(request));
  return reading.status === 200 ? json(200, { ...recordIn(reading), ...objectIn(request) }) : reading;
};

/** A service that answers changes of unknown clients as `answer` does. */
export function onUnknownClient(answer: (request: ServiceRequest) => ServiceAnswer): Behaviour {
  return when(
    on('updateClient'),
    insteadOf(404, (_, request) => answer(request)),
  );
}

export function afterRefusals(isNext: Condition, status: number): Behaviour {
  const refusingNext = perService(() => {
    const refused = new Set<string>();
    return async (request, reference) => {
      if (isNext(request) && refused.delete(request.path)) return refusal(status);
      const answer = await reference(request);
      if (answer.status === 400) refused.add(request.path);
      return answer;
    };
  });
  return when(by('member', 'updateClient'), refusingNext);
}

export function recordIn({ body }: ServiceAnswer): JsonObject {
  const value: Json = JSON.parse(body);
  if (!isJsonObject(value)) throw new Error('The reference answers so with a record.');
  return value;
}

export function pathOfAnother({ path }: ServiceRequest): string {
  const [first, second] = demoClients.map((id) => `/api/v2/clients/${id}`);
  return String(path === first ? second : first);
}

export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

export function only(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

export function mapTexts(patch: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)];
      return [name, isJsonObject(value) ? mapTexts(value, change) : value];
    }),
  );
}

export function withAddress(record: JsonObject, change: (address: JsonObject) => Json): JsonObject {
  return withMember(record, 'address', change);
}

export function withMember(
  record: JsonObject,
  name: string,
  change: (member: JsonObject) => Json,
): JsonObject {
  const member = record[name];
  return isJsonObject(member) ? { ...record, [name]: change(member) } : record;
}
