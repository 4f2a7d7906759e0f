import { isJsonObject, type Json, type JsonObject } from '../reference/json.ts';
import { json } from './answers.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { always, changed, mapJson, ownMemory, when } from './behaviours.ts';
import { demoClients } from './demo.ts';
import { all, by, type Condition, not, objectIn, on } from './requests.ts';

/** Changes of nothing, by which a client is read. */
export const readingClients: Condition = all(on('updateClient'), ({ body }) => body === '{}');

/** Changes of something, be they right or wrong. */
export const changingClients: Condition = all(on('updateClient'), not(readingClients));

/** Changes of exactly this field. */
export function changingAlone(field: string): Condition {
  return all(changingClients, (request) => Object.keys(objectIn(request)).join() === field);
}

/** Changes of a name by the member, and of nothing else: the first that are made at the same moment. */
export const changingOneName: Condition = all(
  by('member'),
  (request) => changingAlone('firstName')(request) || changingAlone('lastName')(request),
);

/** Changes of this field, and perhaps of others. */
export function changingField(field: string): Condition {
  return all(changingClients, (request) => Object.hasOwn(objectIn(request), field));
}

/** Requests whose body holds a text of that form, as a member or in its address. */
export function sendsText(form: RegExp): Condition {
  return (request) => textsIn(objectIn(request)).some((text) => form.test(text));
}

/** The texts that a value is or holds, however deep. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same request, as one that reads the client. */
export function asReading(request: ServiceRequest): ServiceRequest {
  return { ...request, body: '{}' };
}

/** What becomes of the clients of a service; where nothing is said, what should. */
interface Keeping {
  /** After a change that is right. `earlier` is what was sent for the client before. */
  readonly changed?: (record: JsonObject, patch: JsonObject, earlier: readonly JsonObject[]) => JsonObject;
  /** After a change that is wrong; `accepted` answers it with the record, where it returns one, and `refused` refuses it. */
  readonly accepted?: (record: JsonObject, patch: JsonObject) => JsonObject | undefined;
  readonly refused?: (record: JsonObject, patch: JsonObject) => JsonObject;
  /** After the client was read. */
  readonly read?: (record: JsonObject, earlier: readonly JsonObject[]) => JsonObject;
  /** What it is before anything was sent for it; where nothing is said, as the reference has it. */
  readonly initially?: (record: JsonObject) => JsonObject;
  /** A change of nothing is a change like any other. */
  readonly isReadByChanging?: boolean;
}

/** A service that keeps its clients in a way of its own. Who may change them, and what is wrong, is the reference's. */
export function keeping({
  changed: change = merged,
  accepted,
  refused,
  read,
  initially = (record) => record,
  isReadByChanging = false,
}: Keeping): Behaviour {
  const bookOf = ownMemory(() => new Map<string, Kept>());
  return when(on('updateClient'), async (request, reference) => {
    const book = bookOf(reference);
    const original = book.get(request.path) ?? (await keptIn(request, reference, initially));
    const answer = await reference(request);
    const kept = book.get(request.path) ?? original;
    if (kept === undefined) return answer;
    const { record, earlier } = kept;
    const keep = (next: JsonObject, sent: readonly JsonObject[] = []): JsonObject => {
      book.set(request.path, { record: next, earlier: [...earlier, ...sent] });
      return next;
    };
    const patch = objectIn(request);
    const taken = answer.status === 400 ? accepted?.(record, patch) : undefined;
    if (taken !== undefined) return json(200, keep(taken));
    if (answer.status === 400 && refused !== undefined) keep(refused(record, patch));
    if (answer.status !== 200) return answer;
    if (isReadByChanging || changingClients(request))
      return json(200, keep(change(record, patch, earlier), [patch]));
    keep(read?.(record, earlier) ?? record);
    return json(200, record);
  });
}

interface Kept {
  readonly record: JsonObject;
  readonly earlier: readonly JsonObject[];
}

/** The client that a request is for, as the reference has it; undefined where the sender may not read it. */
async function keptIn(
  request: ServiceRequest,
  reference: Parameters<Behaviour>[1],
  initially: NonNullable<Keeping['initially']>,
): Promise<Kept | undefined> {
  const answer = await reference(asReading(request));
  return answer.status === 200 ? { record: initially(recordIn(answer)), earlier: [] } : undefined;
}

function merged(record: JsonObject, patch: JsonObject): JsonObject {
  return { ...record, ...patch };
}

/** A service that changes clients in a way of its own. */
export function altering(change: NonNullable<Keeping['changed']>): Behaviour {
  return keeping({ changed: change });
}

/** A service that takes something else than what is sent, and does the right thing with that. */
export function taking(change: (patch: JsonObject, earlier: readonly JsonObject[]) => JsonObject): Behaviour {
  return altering((record, patch, earlier) => ({ ...record, ...change(patch, earlier) }));
}

/** A service that does something more with every change than what is asked of it. */
export function besides(change: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return altering((record, patch) => change({ ...record, ...patch }, patch));
}

/** A service that changes rightly, and shows clients otherwise than they are. */
export function showing(change: (record: JsonObject, patch: JsonObject) => Json): Behaviour {
  return when(
    on('updateClient'),
    mapJson(200, (record, request) => (isJsonObject(record) ? change(record, objectIn(request)) : record)),
  );
}

/** A service that changes rightly, and answers with what this makes of the records before and after the change. */
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

/** A service that changes rightly, and answers what the condition is about with this. */
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

/** A service that answers the member like this in place of doing what the condition is about. */
export function refusing(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(all(condition, by('member')), always(answer));
}

/** A service that answers changes of clients that do not exist in its own way. */
export function whereUnknown(answer: (request: ServiceRequest) => ServiceAnswer): Behaviour {
  return when(
    on('updateClient'),
    changed((given, request) => (given.status === 404 ? answer(request) : given)),
  );
}

/** The record that an answer holds. */
export function recordIn({ body }: ServiceAnswer): JsonObject {
  const value: Json = JSON.parse(body);
  if (!isJsonObject(value)) throw new Error('The reference answers so with a record.');
  return value;
}

/** The path of another client than the one that a request is for: the first, or where that is asked for, the second. */
export function pathOfAnother({ path }: ServiceRequest): string {
  const [first, second] = demoClients.map((id) => `/api/v2/clients/${id}`);
  return String(path === first ? second : first);
}

/** The members but those of these names. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The members of these names, as far as they are there. */
export function only(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** The patch with each of its texts changed, those of its address too. */
export function mapTexts(patch: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      if (typeof value === 'string') return [name, change(value)];
      return [name, isJsonObject(value) ? mapTexts(value, change) : value];
    }),
  );
}

/** The record with its address changed, where it has one. */
export function withAddress(record: JsonObject, change: (address: JsonObject) => Json): JsonObject {
  return isJsonObject(record.address) ? { ...record, address: change(record.address) } : record;
}

/** The record with its preferences changed, where it has any. */
export function withPreferences(record: JsonObject, change: (preferences: JsonObject) => Json): JsonObject {
  const given = record.communicationPreferences;
  return isJsonObject(given) ? { ...record, communicationPreferences: change(given) } : record;
}
