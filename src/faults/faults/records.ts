import { isJsonObject, type Json, type JsonObject } from '../../reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { changed, insteadOf, when } from '../behaviours.ts';
import { recordNamed } from '../demo.ts';
import { faultsOf, faultsWith, inRealistic } from '../fault.ts';
import { changingRecords, everyRecord, withRecordValue, writingEveryRecord } from '../records.ts';
import { forCase, on } from '../requests.ts';
import { absent } from '../values.ts';
import { faultsOfValues, type WrongValue } from '../wrong-values.ts';

const manyTexts = Array.from({ length: 149 }, (_, index) => `Alteration ${index + 1}`);

const wrongValues: readonly WrongValue[] = [
  ['id-missing', 'caseId is missing', ['sale-ta6-4th', '/caseId', absent]],
  ['type-missing', 'caseType is missing', ['sale-ta6-4th', '/caseType', absent]],
  ['ta6-untyped', 'TA6 has fields, but no type', ['sale-ta6-4th', '/TA6/type', absent]],
  [
    'second-buyer-type',
    'buyerType of the second buyer is capitalised',
    ['sale-ta6-4th', '/buyers/1/buyerType', 'Individual'],
  ],
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
      'The record stands in an array',
      changingRecords(forCase('remortgage'), (record) => [record]),
    ],
    ['record-null', 'The record is null', when(forCase('transfer'), insteadOf(200, json(200, null)))],
    [
      'record-in-text',
      'The record is a string, written twice over',
      changingRecords(forCase('purchase'), JSON.stringify),
    ],
  ]),
  ...faultsOfValues(wrongValues),
  ...faultsOf('case-type', '/caseType', [
    [
      'record-in-data',
      'The record stands under data',
      changingRecords(forCase('sale-ta6-4th'), (data) => ({ data })),
    ],
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
        'One question of a form is answered with a capital letter',
        ['sale-meadow-end', '/TA6/isCoastalErosion', 'Yes'],
      ],
      [
        'boundary-code',
        'One boundary is answered by a constant of a program',
        ['sale-brewhouse', '/TA6/boundaryFrontResponsibility', 'NOT_KNOWN'],
      ],
      [
        'frequency-hyphen',
        'The one service charge that is due every six months has a hyphen',
        ['sale-cooper', '/TA6/serviceChargeFrequencySchedule', 'six-monthly'],
      ],
      [
        'flat-without-digit',
        'The one penthouse is written without its digit',
        ['purchase-quayside', '/flatType', 'Penthouse'],
      ],
      [
        'price-comma',
        'The highest price of a sale is a text with a comma',
        ['sale-glebe', '/price', '749,950'],
      ],
      ['price-null', 'A price that is not known is null', ['sale-new-instruction', '/price', null]],
      [
        'location-texts',
        'One latitude is a text',
        ['remortgage-lock-keeper', '/location/latitude', '51.3521'],
      ],
      [
        'bedrooms-number',
        'The one count of bedrooms is a number',
        ['sale-kestrel', '/TA6/numberOfBedrooms', 3],
      ],
      [
        'reference-null',
        'A reference that was not given is null',
        ['transfer-opened-today', '/reference', null],
      ],
      [
        'second-buyer-name-text',
        'The name of one second buyer is a text',
        ['sale-brewhouse', '/buyers/1/buyerName', 'Achterberg'],
      ],
      [
        'date-with-midnight',
        'The one imposed completion date has a time',
        ['sale-meadow-end', '/imposedCompletionDate', '2025-09-12T00:00:00.000Z'],
      ],
      [
        'date-zeros',
        'A date that is not known is all zeros',
        ['sale-ropery', '/desiredCompletionDate', '0000-00-00'],
      ],
      [
        'email-not-applicable',
        'The e-mail address of an agent that there is not is N/A',
        ['purchase-starling', '/estateAgentEmail', 'N/A'],
      ],
      [
        'edition-missing',
        'One form of the 6th edition is there without its type',
        ['sale-saltings', '/TA6/type', absent],
      ],
      ['form-in-text', 'One form is a text that holds JSON', ['sale-tanyard', '/TA6', '{"type":"TA6_4th"}']],
      [
        'choice-alone',
        'The one kind of flooding stands outside an array',
        ['sale-wharfside', '/TA6/floodingType', 'Surface water'],
      ],
      ['case-address-null', 'An address that is not known is null', ['sale-no-address', '/address', null]],
      [
        'buyers-keyed',
        'The buyers of one case are an object with numbers for names',
        ['sale-glebe', '/buyers', { 0: { buyerType: 'individual' }, 1: { buyerType: 'individual' } }],
      ],
      ['id-renamed', 'One record is there without its identifier', ['purchase-shared', '/caseId', absent]],
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
      'transfers-in-small-letters',
      'caseType of transfers is in small letters',
      ofType('Transfer', (record) => ({ ...record, caseType: 'transfer' })),
    ],
    [
      'purchases-in-data',
      'The records of purchases stand under data',
      ofType('Purchase', (data) => ({ data })),
    ],
    [
      'empty-cases-empty',
      'A case of which nothing is known is an empty object',
      where(
        (record) => Object.keys(record).length === 2,
        () => ({}),
      ),
    ],
  ]),
  ...of('case-type', '', [
    [
      'empty-case-null',
      'A case of which nothing is known is null',
      when(forCase('sale-opened-today'), insteadOf(200, json(200, null))),
    ],
  ]),
  ...of('case-data-of-the-case', '/caseId', [
    [
      'empty-cases-alike',
      'Every case of which nothing is known is answered with one and the same record',
      where(
        (record) => Object.keys(record).length === 2 && record.caseType === 'Transfer',
        (record) => ({
          ...record,
          caseId: String(recordNamed('transfer-gift').caseId),
        }),
      ),
    ],
  ]),
  ...of('case-data-of-the-case', '/caseType', [
    'cash-purchase-as-sale',
    'A purchase without a mortgage is answered as a sale',
    where(
      (record) => record.isBuyerUsingMortgage === 'no',
      (record) => ({ ...record, caseType: 'Sale' }),
    ),
  ]),
  ...of('case-price', '/price', [
    [
      'free-transfer-unpriced',
      'A price of 0 is null',
      where(
        ({ price }) => price === 0,
        (record) => ({ ...record, price: null }),
      ),
    ],
    [
      'price-in-millions',
      'A price from 700,000 is a text with commas',
      where(
        ({ price = 0 }) => Number(price) >= 700_000,
        ({ price = 0, ...record }) => ({
          ...record,
          price: Number(price).toLocaleString('en-GB'),
        }),
      ),
    ],
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
  ...of('case-data-200', '', [
    [
      'unpriced-500',
      'A case without a price is answered 500',
      answeringWhere(({ price }) => price === undefined, 500),
    ],
  ]),
  ...of('bodies-are-json', '', [
    [
      'pounds-in-latin-1',
      'A record with a pound sign is written in ISO-8859-1, and says so',
      when(
        on('getCaseData'),
        changed((answer) =>
          answer.status === 200 && answer.body.includes('£')
            ? {
                ...answer,
                headers: { ...answer.headers, 'content-type': 'application/json; charset=iso-8859-1' },
              }
            : answer,
        ),
      ),
    ],
    [
      'account-numbers-unquoted',
      'Account numbers are written as numbers, and one begins with 0',
      writingEveryRecord((body) => body.replace(/("mortgageAccountNumber":)"(0\d+)"/, '$1$2')),
    ],
  ]),
]);

/** Services that answer matching cases with this status. */
function answeringWhere(isMeant: (record: JsonObject) => boolean, status: number): Behaviour {
  return when(on('getCaseData'), async (request, reference) => {
    const answer = await reference(request);
    if (answer.status !== 200) return answer;
    const record: Json = JSON.parse(answer.body);
    return isJsonObject(record) && isMeant(record) ? refusal(status) : answer;
  });
}
