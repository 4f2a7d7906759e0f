import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, JsonObject } from '../../src/reference/json.ts';
import { refusal, retryLater } from '../answers.ts';
import type { Behaviour, Variant } from '../behaviour.ts';
import { always, delayed, mapJson, unchanged, when } from '../behaviours.ts';
import { asReading, changingOneField } from '../client-behaviours.ts';
import { everyRecord, mapObjects } from '../records.ts';
import {
  amongConcurrent,
  asked,
  everySecondTime,
  isSamePath,
  onSecondConcurrent,
} from '../request-history.ts';
import { by, type Condition, on } from '../requests.ts';
import { variantsOf } from '../rows.ts';
import { ofRecords } from './records.ts';

const reading: Condition = by('member', 'getCaseData');

const ofReadings = { operations: ['getCaseData', 'getOrganisation', 'listCases'] } as const;

/** The delay in milliseconds by which one of two concurrent changes is made after the other. */
const overtakenMs = 8;

export const repetitionVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'case-record-varies', ...ofRecords })({
    'replica-late': [
      'A case is changed between two readings, and one replica shows the change later',
      asked(
        (times) => times > 1 && times !== 3,
        reading,
        everyRecord((record) => ({ ...record, price: 1 })),
      ),
    ],
    'edit-undone': [
      'A case is changed between two readings, and changed back later',
      asked(
        (times) => times >= 3 && times <= 9,
        reading,
        everyRecord((record) => ({ ...record, price: 1 })),
      ),
    ],
  }),
  ...variantsOf({ requirement: 'case-record-open', ...ofRecords })(
    'stamped',
    'Every record carries the time at which it was read, and the number of the request',
    everyRecord((record) => ({ ...record, readAt: new Date().toISOString(), requestId: randomUUID() })),
  ),
  ...variantsOf({ requirement: 'case-location', ...ofRecords })(
    'location-now-and-then',
    'A location is present only when the map service answers in time',
    readEverySecondTime(({ location: _, ...record }) => record),
  ),
  ...variantsOf({ requirement: 'document-upload-shape', ...ofRecords })(
    'uploads-signed',
    'Uploaded documents are links that are signed anew each time',
    everyRecord((record) => mapObjects(record, signed)),
  ),
  ...variantsOf({ requirement: 'sale-buyers', ...ofRecords })(
    'lists-shuffled',
    'The order of the buyers and owners of a case differs every second time',
    readEverySecondTime((record) => mapObjects(record, mapLists)),
  ),
  ...variantsOf({ requirement: 'organisation-record-fields', ...ofReadings })(
    'organisation-stamped',
    'The answer with the organisation carries an identifier of its own each time',
    when(
      on('getOrganisation'),
      mapJson(200, (value) => ({ id: randomUUID(), data: value })),
    ),
  ),
  ...variantsOf({ requirement: 'list-cases-shape', ...ofReadings })(
    'list-grows',
    'The list has one more case each time',
    when(
      on('listCases'),
      mapJson(200, (value) => (Array.isArray(value) ? [...value, { id: randomUUID() }] : value)),
    ),
  ),
  ...variantsOf({ requirement: 'limits', ...ofReadings })(
    'one-at-a-time',
    'The service reads one thing at a time, and throttles others',
    amongConcurrent(on('getCaseData', 'getOrganisation', 'listCases'), (_, earlier) =>
      earlier.length > 0 ? always(retryLater(429)) : unchanged,
    ),
  ),
  ...variantsOf({ requirement: 'limits' })(
    'again-put-off',
    'The second request for the same path is throttled',
    asked(
      (times) => times === 2,
      () => true,
      always(retryLater(429)),
    ),
  ),
  ...variantsOf({ requirement: 'update-and-create-errors', operations: ['updateClient'] })(
    'one-change-at-a-time',
    'A change, also an empty one, is answered 409 while another one is in progress',
    onSecondConcurrent(
      by('member', 'updateClient'),
      () => true,
      () => always(refusal(409)),
    ),
  ),
  ...variantsOf({ requirement: 'update-client-200', operations: ['updateClient'] })({
    'at-once-in-reverse': [
      'Of two concurrent changes of a client, the second is made before the first',
      amongConcurrent(changingOneField, (request, _, later) =>
        later.some((other) => isSamePath(request, other)) ? delayed(overtakenMs) : unchanged,
      ),
    ],
    'at-once-both-shown': [
      'Two concurrent changes of a client are both answered with the record that shows both',
      amongConcurrent(changingOneField, (request, earlier, later) => async (_, reference) => {
        const answer = await reference(request);
        if (![...earlier, ...later].some((other) => isSamePath(request, other))) return answer;
        await sleep(overtakenMs);
        return reference(asReading(request));
      }),
    ],
  }),
];

function readEverySecondTime(change: (record: JsonObject) => Json): Behaviour {
  return everySecondTime(reading, everyRecord(change));
}

function mapLists(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
  );
}

function signed(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      /Upload(Documents)?$/.test(name) ? [{ url: `https://files.example/${randomUUID()}` }] : value,
    ]),
  );
}
