import { updateClient } from '../api/calls.ts';
import { asJudged, type Check, checkOf, ofEachItem, type StatedCheck } from '../harness/check.ts';
import { mapConcurrently } from '../harness/probe-items.ts';
import {
  answersWithTheRecord,
  keepsAddress,
  keepsFields,
  survivesInvalidJson,
} from '../rules/change-rules.ts';
import type { ObservedChange } from '../rules/client-change.ts';
import { answersWithRecords, judgeByStatement, showsKnownFields } from '../rules/client-readings.ts';
import { changeableFields, recordIn } from '../rules/client-record.ts';
import { rowsOfNormalForms } from '../rules/normal-forms.ts';
import { changesNoOtherClient, ofChanges, storesChanges } from '../rules/series-rules.ts';
import { statementsAmong } from '../rules/statements.ts';
import { keepsTexts } from '../rules/text-rules.ts';
import { rowsOf } from '../schema/places.ts';
import type { Specification } from '../specification/specification.ts';
import { changesOfSeries, seenOfClients, shownRecords } from './update-client/change-series.ts';
import { concurrentChangesCheck } from './update-client/concurrent-changes.ts';
import { firstReadings } from './update-client/making-changes.ts';
import { readsAfterwardsCheck } from './update-client/readings-after-changes.ts';
import { refusedChangeChecks } from './update-client/refused-changes.ts';
import { followsRules } from './update-client/sequences.ts';
import { changesOfTexts } from './update-client/texts.ts';
import { answersNoOther, changesOfUnknown } from './update-client/unknown-client.ts';
import { rowsOfWrongBodies, survivesWrongBodies, wrongChanges } from './update-client/wrong-bodies.ts';

const ofClients = { needs: ['a client', 'writes'] } as const;

const changing = { ...ofClients, stage: 'change' } as const;

export function updateClientChecks(specification: Specification): Check[] {
  return [
    checkOf({
      ...ofClients,
      id: 'updateClient.nothing',
      title: 'An empty change is answered 200 with the record of the client',
      requirements: ['update-client-200', 'bodies-are-json'],
      probe: (session) => firstReadings(session, session.target.clients),
      rule: answersWithRecords,
    }),
    checkOf({
      ...ofClients,
      id: 'updateClient.unknown',
      title:
        'A change of a client that does not exist shows no other client, and does not make the service fail',
      requirements: ['update-client-of-the-client', 'update-client-200'],
      probe: changesOfUnknown,
      rule: ofEachItem(answersNoOther),
    }),
    checkOf({
      ...ofClients,
      id: 'updateClient.known-fields',
      title: 'An empty change removes no field that a client is known to show',
      requirements: ['update-client-omitted-unchanged', 'update-client-address-kept'],
      applies: ({ shownFields = {} }) => Object.keys(shownFields).length > 0,
      // A client can only be read by an empty PATCH, which empties the client if the service treats PATCH as a
      // replacement.
      probe: (session) => firstReadings(session, Object.keys(session.target.shownFields ?? {})),
      rule: showsKnownFields,
    }),
    checkOf({
      ...ofClients,
      id: 'updateClient.no-json',
      title: 'A body that is not JSON does not make the service fail',
      requirements: ['update-client-200'],
      // Runs late, since a service may clear the client when it gets a body that is not JSON.
      stage: 'last',
      probe: ({ target, sendOnce }) =>
        mapConcurrently(target.clients.slice(0, 1), (client) =>
          sendOnce(updateClient(client, '{'), 'member'),
        ),
      rule: ofEachItem(survivesInvalidJson),
    }),
    ...clientRecordChecks(specification),
    ...seriesRows(specification).map((row) => checkOf({ ...changing, ...row, probe: changesOfSeries })),
    concurrentChangesCheck,
    checkOf({
      ...changing,
      id: 'updateClient.texts',
      isSeeded: true,
      title: 'Texts come back as they were sent, with any characters',
      requirements: [
        ...['update-client-fields', 'update-client-address-replaced', 'update-client-of-the-client'],
        ...['update-client-omitted-unchanged', 'update-client-address-kept'],
        ...rowsOfNormalForms,
        ...rowsOfWrongBodies(specification),
      ],
      probe: changesOfTexts,
      rule: keepsTexts,
    }),
    checkOf({
      ...changing,
      id: 'updateClient.wrong-bodies',
      title:
        'A wrong body changes nothing if it is refused, and is answered with a valid record if it is accepted',
      requirements: [
        ...['update-client-fields', 'update-client-of-the-client'],
        ...rowsOfWrongBodies(specification),
      ],
      probe: wrongChanges,
      rule: survivesWrongBodies,
    }),
    ...refusedChangeChecks,
    checkOf({
      ...changing,
      id: 'updateClient.sequences',
      isSeeded: true,
      title: 'Changes follow the rules in any sequence',
      requirements: [
        'update-client-200',
        'update-client-fields',
        'update-client-omitted-unchanged',
        'update-client-address-replaced',
        'update-client-address-kept',
      ],
      probe: followsRules,
      rule: asJudged,
    }),
    readsAfterwardsCheck,
    // Last, since it looks at all answers about clients.
    checkOf({
      ...changing,
      id: 'updateClient.of-the-client',
      title: 'A change affects the requested client, and no other',
      requirements: ['update-client-of-the-client'],
      probe: seenOfClients,
      rule: changesNoOtherClient,
    }),
  ];
}

export function clientRecordChecks(specification: Specification): Check[] {
  // Another check judges whether the answer is a client record at all.
  const rows = rowsOf(specification.schemaNamed('Client'), true);
  return statementsAmong(specification, rows, 'updateClient', 'Client record').map((statement) =>
    checkOf({
      ...changing,
      id: `updateClient.record.${statement.row}`,
      title: statement.title,
      requirements: [statement.row],
      probe: shownRecords,
      itemOf: (reply) => (reply.status === 200 && recordIn(reply) !== undefined ? reply : undefined),
      rule: (replies, about) => judgeByStatement(replies, about, statement),
    }),
  );
}

type SeriesRow = Pick<StatedCheck<ObservedChange>, 'id' | 'title' | 'requirements' | 'rule'>;

function seriesRows(specification: Specification): readonly SeriesRow[] {
  return [
    ...changeableFields(specification).map((field) => ({
      id: `updateClient.changes.${field}` as const,
      title: `${field} alone can be changed`,
      requirements: [
        'update-client-fields',
        ...(field === 'address' ? ['update-client-address-replaced'] : []),
        ...rowsOfNormalForms,
      ],
      rule: storesChanges(field, (fields) => fields.join() === field),
    })),
    {
      id: 'updateClient.changes.together',
      title: 'Fields can be changed together',
      requirements: ['update-client-fields', 'update-client-address-replaced', ...rowsOfNormalForms],
      rule: storesChanges('two fields that can be changed', ({ length }) => length > 1),
    },
    {
      id: 'updateClient.answer',
      title: 'A change is answered 200 with the resulting record',
      requirements: ['update-client-200', ...rowsOfNormalForms],
      rule: ofChanges('a field that can be changed', answersWithTheRecord),
    },
    {
      id: 'updateClient.leaves-out',
      title: 'Fields that a change leaves out stay as they were',
      requirements: ['update-client-omitted-unchanged'],
      rule: ofChanges('two fields, one that can be changed', keepsFields),
    },
    {
      id: 'updateClient.keeps-address',
      title: 'A change without an address leaves the address as it was',
      requirements: ['update-client-address-kept'],
      rule: ofChanges('an address and another field that can be changed', keepsAddress),
    },
  ];
}
