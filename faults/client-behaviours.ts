import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../src/reference/json.ts';
import { json } from './answers.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { always, changed, mapJson, ownMemory, when } from './behaviours.ts';
import { changeableFields } from './catalogue/client.ts';
import { demoClients } from './demo.ts';
import { all, by, type Condition, not, objectIn, on } from './requests.ts';

/** Empty changes, which read a client. */
export const readingClients: Condition = all(on('updateClient'), ({ body }) => body === '{}');

/** Changes that are not empty, valid or not. */
export const changingClients: Condition = all(on('updateClient'), not(readingClients));

/** Changes of exactly this field. */
function changingAlone(field: string): Condition {
  return all(changingClients, (request) => Object.keys(objectIn(request)).join() === field);
}

/** The member's changes of one name or the address alone: those that a run sends concurrently. */
export const changingOneField: Condition = all(by('member'), (request) =>
  ['firstName', 'lastName', 'companyName', 'address'].some((field) => changingAlone(field)(request)),
);

/** Changes of this field, and perhaps of others. */
export function changingField(field: string): Condition {
  return all(changingClients, (request) => Object.hasOwn(objectIn(request), field));
}

/** Requests whose body contains a text of this form, at any depth. */
export function sendsText(form: RegExp): Condition {
  return (request) => textsIn(objectIn(request)).some((text) => form.test(text));
}

/** The texts in a value, at any depth. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The request as an empty change, which reads the client. */
export function asReading(request: ServiceRequest): ServiceRequest {
  return { ...request, body: '{}' };
}

/** How a service stores its clients; by default correctly. */
interface Keeping {
  /** After a valid change. `earlier` are the changes sent for the client before. */
  readonly changed?: (record: JsonObject, patch: JsonObject, earlier: readonly JsonObject[]) => JsonObject;
  /**
   * After an invalid change: `accepted` may return a record to answer with; `refused` changes the client although the
   * change is refused.
   */
  readonly accepted?: (record: JsonObject, patch: JsonObject) => JsonObject | undefined;
  readonly refused?: (record: JsonObject, patch: JsonObject) => JsonObject;
  /** The client before the first request; by default as the reference has it. */
  readonly initially?: (record: JsonObject) => JsonObject;
  /** Treats an empty change like any other change. */
  readonly isReadByChanging?: boolean;
}

/**
 * A service that stores its clients in its own way. The reference decides who may change them and which changes are
 * invalid. If the service below deviates too, its deviations show as well.
 */
export function keeping({
  changed: change = merged,
  accepted,
  refused,
  initially = (record) => record,
  isReadByChanging = false,
}: Keeping): Behaviour {
  const bookOf = ownMemory(() => new Map<string, Kept>());
  return when(on('updateClient'), async (request, reference) => {
    const book = bookOf(reference);
    const first = book.has(request.path) ? undefined : shownIn(await reference(asReading(request)));
    const answer = await reference(request);
    const shown = shownIn(answer);
    // The service below may not show the client when it is read.
    const kept = book.get(request.path) ?? keptFrom(first ?? shown, initially);
    if (kept === undefined) return answer;
    const { record, earlier } = kept;
    const patch = only(objectIn(request), ...changeableFields, 'address');
    const below = shown ?? kept.below;
    const keep = (next: JsonObject, sent: readonly JsonObject[] = []): JsonObject => {
      book.set(request.path, { record: next, below, earlier: [...earlier, ...sent] });
      return next;
    };
    const taken = answer.status === 400 ? accepted?.(record, patch) : undefined;
    if (taken !== undefined) return json(200, keep(taken));
    if (answer.status === 400 && refused !== undefined) keep(refused(record, patch));
    if (answer.status < 200 || answer.status > 299) return answer;
    /** The own version of a record, and the deviations of the service below. */
    const withThoseBelow = (own: JsonObject): JsonObject =>
      withDifferences(own, merged(record, patch), merged(kept.below, patch), below);
    const answered = (own: JsonObject): ServiceAnswer =>
      answer.body === '' ? answer : json(answer.status, own);
    if (isReadByChanging || changingClients(request))
      return answered(keep(withThoseBelow(change(record, patch, earlier)), [patch]));
    return answered(keep(withThoseBelow(record)));
  });
}

interface Kept {
  readonly record: JsonObject;
  /** As the service below showed it last. */
  readonly below: JsonObject;
  readonly earlier: readonly JsonObject[];
}

/** A client as the service below shows it; undefined if the sender may not read it. */
function keptFrom(
  below: JsonObject | undefined,
  initially: NonNullable<Keeping['initially']>,
): Kept | undefined {
  return below && { record: initially(below), below, earlier: [] };
}

/** The record in a successful answer, if it has one. */
function shownIn(answer: ServiceAnswer): JsonObject | undefined {
  const isRecord = answer.status >= 200 && answer.status < 300 && answer.body.startsWith('{');
  return isRecord ? recordIn(answer) : undefined;
}

/** Applies the differences between two records to a third, except to members that differ from `expected`. */
function withDifferences(
  own: JsonObject,
  expected: JsonObject,
  from: JsonObject,
  to: JsonObject,
): JsonObject {
  const differing = Object.keys({ ...from, ...to }).filter(
    (name) => !isDeepStrictEqual(from[name], to[name]) && isDeepStrictEqual(own[name], expected[name]),
  );
  return { ...without(own, ...differing), ...only(to, ...differing) };
}

function merged(record: JsonObject, patch: JsonObject): JsonObject {
  return { ...record, ...patch };
}

/** A service that changes clients in its own way. */
export function altering(change: NonNullable<Keeping['changed']>): Behaviour {
  return keeping({ changed: change });
}

/** A service that alters the changes it receives, and applies the result correctly. */
export function taking(change: (patch: JsonObject, earlier: readonly JsonObject[]) => JsonObject): Behaviour {
  return altering((record, patch, earlier) => ({ ...record, ...change(patch, earlier) }));
}

/** A service that does more with every change than it is asked to. */
export function besides(change: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return altering((record, patch) => change({ ...record, ...patch }, patch));
}

/** A service that applies changes correctly, and shows clients incorrectly. */
export function showing(change: (record: JsonObject, patch: JsonObject) => Json): Behaviour {
  return when(
    on('updateClient'),
    mapJson(200, (record, request) => (isJsonObject(record) ? change(record, objectIn(request)) : record)),
  );
}

/** A service that applies changes correctly, and answers with a value made from the records before and after. */
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

/** A service that applies changes correctly, and gives this answer to requests that meet the condition. */
export function answering(
  condition: Condition,
  answer: ServiceAnswer | ((given: ServiceAnswer) => ServiceAnswer),
): Behaviour {
  return when(
    condition,
    changed((given) => {
      if (given.status !== 200) return given;
      return typeof answer === 'function' ? answer(given) : answer;
    }),
  );
}

/** A service that gives the member this answer to requests that meet the condition, and does nothing. */
export function refusing(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(all(condition, by('member')), always(answer));
}

/** A service with its own answer to changes of clients that do not exist. */
export function whereUnknown(answer: (request: ServiceRequest) => ServiceAnswer): Behaviour {
  return when(
    on('updateClient'),
    changed((given, request) => (given.status === 404 ? answer(request) : given)),
  );
}

export function recordIn({ body }: ServiceAnswer): JsonObject {
  const value: Json = JSON.parse(body);
  if (!isJsonObject(value)) throw new Error('The reference answers so with a record.');
  return value;
}

/** The path of a different client: the first, or the second if the request is for the first. */
export function pathOfAnother({ path }: ServiceRequest): string {
  const [first, second] = demoClients.map((id) => `/api/v2/clients/${id}`);
  return String(path === first ? second : first);
}

export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The members with these names that exist. */
export function only(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** The patch with all of its texts changed, including those of its address. */
export function mapTexts(patch: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)];
      return [name, isJsonObject(value) ? mapTexts(value, change) : value];
    }),
  );
}

/** The record with its address changed, if it has one. */
export function withAddress(record: JsonObject, change: (address: JsonObject) => Json): JsonObject {
  return isJsonObject(record.address) ? { ...record, address: change(record.address) } : record;
}

/** The record with its preferences changed, if it has any. */
export function withPreferences(record: JsonObject, change: (preferences: JsonObject) => Json): JsonObject {
  const given = record.communicationPreferences;
  return isJsonObject(given) ? { ...record, communicationPreferences: change(given) } : record;
}
