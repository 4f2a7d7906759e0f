import { isJsonObject, type Json, type JsonObject } from '../../reference/json.ts';
import { pointerTokens } from '../../schema/pointer.ts';
import { json } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { fields } from '../catalogue/fields.ts';
import { recordNamed } from '../demo.ts';
import { changingRecords, everyRecord, withRecordValue, writingEveryRecord } from '../records.ts';
import { forCase } from '../requests.ts';
import { faultsOf, faultsWith, inRealistic } from '../rows.ts';
import { absent } from '../values.ts';

/** A wrong value, or none, at one place of the record of one case. */
type WrongValue = readonly [
  id: string,
  title: string,
  wrong: readonly [name: string, pointer: string, value: Json | typeof absent],
];

const manyTexts = Array.from({ length: 149 }, (_, index) => `Alteration ${index + 1}`);

const wrongValues: readonly WrongValue[] = [
  ['id-missing', 'caseId is missing', ['sale-ta6-4th', '/caseId', absent]],
  ['type-missing', 'caseType is missing', ['sale-ta6-4th', '/caseType', absent]],
  [
    'second-owner-deceased',
    'isDeceased of the second owner is a boolean',
    ['purchase', '/owners/1/isDeceased', false],
  ],
];

/**
 * Services with one wrong case record. Wrong values of fields are tried for each field separately, so these faults are
 * those that are not the first single field of their kind.
 */
export const recordFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('case-type', '', [
    [
      'record-in-array',
      'The record is wrapped in an array',
      changingRecords(forCase('remortgage'), (record) => [record]),
    ],
    ['record-null', 'The record is null', when(forCase('transfer'), insteadOf(200, json(200, null)))],
    [
      'record-in-text',
      'The record is a string that contains JSON',
      changingRecords(forCase('purchase'), JSON.stringify),
    ],
  ]),
  ...faultsOfValues(wrongValues),
  ...faultsOf('case-type', '/caseType', [
    'record-in-data',
    'The record is wrapped in data',
    changingRecords(forCase('sale-ta6-4th'), (data) => ({ data })),
  ]),
  ...faultsOf('ta6-5th-text-lists', '/TA6/alterationsMade/149', [
    'ta6-long-list',
    'The last of 150 alterations is a number',
    withRecordValue(forCase('sale-ta6-5th'), '/TA6/alterationsMade', [...manyTexts, 150]),
  ]),
]);

/** Services with one wrong value in one of many sparse cases, as they write it that store labels, texts or nothing. */
export const realisticValueFaults: readonly Fault[] = Object.freeze(
  faultsOfValues(
    [
      [
        'unanswered-null',
        'A question of one form that was not answered is null',
        ['sale-linden', '/TA6/isWetRoomAccess', null],
      ],
      [
        'answer-capital',
        'One answer in a form starts with a capital letter',
        ['sale-meadow-end', '/TA6/isCoastalErosion', 'Yes'],
      ],
      [
        'boundary-code',
        'One boundary is answered with a constant from source code',
        ['sale-brewhouse', '/TA6/boundaryFrontResponsibility', 'NOT_KNOWN'],
      ],
      [
        'flat-without-digit',
        'The only penthouse is written without its digit',
        ['purchase-quayside', '/flatType', 'Penthouse'],
      ],
      [
        'price-comma',
        'The highest price of a sale is a text with a comma',
        ['sale-glebe', '/price', '749,950'],
      ],
      ['price-null', 'A price that is not known is null', ['sale-new-instruction', '/price', null]],
      [
        'bedrooms-number',
        'The only count of bedrooms is a number',
        ['sale-kestrel', '/TA6/numberOfBedrooms', 3],
      ],
      [
        'date-with-midnight',
        'The only imposed completion date has a time',
        ['sale-meadow-end', '/imposedCompletionDate', '2025-09-12T00:00:00.000Z'],
      ],
      [
        'email-not-applicable',
        'The missing e-mail address of an agent is N/A',
        ['purchase-starling', '/estateAgentEmail', 'N/A'],
      ],
      [
        'choice-alone',
        'The only kind of flooding is not in an array',
        ['sale-wharfside', '/TA6/floodingType', 'Surface water'],
      ],
      ['case-address-null', 'An address that is not known is null', ['sale-no-address', '/address', null]],
      ['id-renamed', 'One record has no identifier', ['purchase-shared', '/caseId', absent]],
    ],
    faultsWith(inRealistic),
  ),
);

const of = faultsWith(inRealistic);

/** Services that alter matching records. */
function where(isMeant: (record: JsonObject) => boolean, change: (record: JsonObject) => Json): Behaviour {
  return everyRecord((record) => (isMeant(record) ? change(record) : record));
}

/** Services that alter the records of one type. */
function ofType(caseType: string, change: (record: JsonObject) => Json): Behaviour {
  return where((record) => record.caseType === caseType, change);
}

/** Services that answer wrongly for a kind of case that an organisation may have few of. */
export const realisticRecordFaults: readonly Fault[] = Object.freeze([
  ...of('case-type', '/caseType', [
    [
      'purchases-in-data',
      'The records of purchases are wrapped in data',
      ofType('Purchase', (data) => ({ data })),
    ],
    [
      'empty-cases-empty',
      'A case without any data is an empty object',
      where(
        (record) => Object.keys(record).length === 2,
        () => ({}),
      ),
    ],
  ]),
  ...of('case-type', '', [
    'empty-case-null',
    'A case without any data is null',
    when(forCase('sale-opened-today'), insteadOf(200, json(200, null))),
  ]),
  ...of('case-data-of-the-case', '/caseType', [
    'cash-purchase-as-sale',
    'A purchase without a mortgage is answered as a sale',
    where(
      (record) => record.isBuyerUsingMortgage === 'no',
      (record) => ({ ...record, caseType: 'Sale' }),
    ),
  ]),
  ...of('case-location', '/location', [
    'not-located-empty-text',
    'The location of a case that is not located is an empty text',
    where(
      ({ location }) => location === undefined,
      (record) => ({ ...record, location: '' }),
    ),
  ]),
  ...of('ta6-edition', '/TA6/type', [
    'form-empty',
    'A form that nobody has begun is empty',
    withRecordValue(forCase('sale-new-instruction'), '/TA6', {}),
  ]),
  ...of('bodies-are-json', '', [
    'account-numbers-unquoted',
    'Account numbers are written as numbers, and one begins with 0',
    writingEveryRecord((body) => body.replace(/("mortgageAccountNumber":)"(0\d+)"/, '$1$2')),
  ]),
]);

/** Services with a wrong value in the record of one case, with the fault at its pointer. */
function faultsOfValues(rows: readonly WrongValue[], faults = faultsOf): readonly Fault[] {
  return rows.flatMap(([id, title, [name, pointer, value]]) =>
    faults(statementAt(pointer, recordNamed(name)), pointer, [
      id,
      title,
      withRecordValue(forCase(name), pointer, value),
    ]),
  );
}

/** The row of the register for this place of a record, or for the nearest place around it. */
function statementAt(pointer: string, record: JsonObject): string {
  if (pointer === '') throw new Error('The catalogue lists every place of a wrong value, or what holds it.');
  const [block = ''] = pointerTokens(pointer);
  const form = record[block];
  const editions = [undefined, isJsonObject(form) ? form.type : undefined];
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0');
  const field = fields.find(
    (one) => one.shape === record.caseType && one.pointer === place && editions.includes(one.edition),
  );
  return field?.requirement ?? statementAt(pointer.slice(0, pointer.lastIndexOf('/')), record);
}
