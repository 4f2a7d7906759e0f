import { isJsonObject, type Json, type JsonObject } from '../../../reference/json.ts';
import { json, refusal } from '../../answers.ts';
import type { Behaviour, Fault } from '../../behaviour.ts';
import { changed, insteadOf, when } from '../../behaviours.ts';
import { recordNamed } from '../../demo.ts';
import { faultsWith, inRealistic } from '../../fault.ts';
import { everyRecord, withRecordValue, writingEveryRecord } from '../../records.ts';
import { forCase, on } from '../../requests.ts';

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
      'remortgages-hyphenated',
      'caseType of remortgages has a hyphen',
      ofType('Remortgage', (record) => ({ ...record, caseType: 'Re-mortgage' })),
    ],
    [
      'purchases-in-data',
      'The records of purchases stand under data',
      ofType('Purchase', (data) => ({ data })),
    ],
    [
      'transfers-paged',
      'The records of transfers stand in an envelope, as a page does',
      ofType('Transfer', (item) => ({ items: [item], total: 1 })),
    ],
    [
      'empty-cases-empty',
      'A case of which nothing is known is an empty object',
      where(
        (record) => Object.keys(record).length === 2,
        () => ({}),
      ),
    ],
    [
      'type-under-type',
      'The type of one case stands under another name',
      where(
        (record) => record.caseId === recordNamed('remortgage-shortfall').caseId,
        ({ caseType = null, ...record }) => ({ ...record, type: caseType }),
      ),
    ],
  ]),
  ...of('case-type', '', [
    [
      'remortgages-listed',
      'The records of remortgages stand in an array',
      ofType('Remortgage', (record) => [record]),
    ],
    [
      'empty-case-null',
      'A case of which nothing is known is null',
      when(forCase('sale-opened-today'), insteadOf(200, json(200, null))),
    ],
  ]),
  ...of('case-data-of-the-case', '/caseId', [
    [
      'neighbour-by-reference',
      'One case is answered with the record of the case that has the next reference',
      when(forCase('sale-ropery'), insteadOf(200, json(200, recordNamed('sale-wharfside')))),
    ],
    [
      'case-of-the-neighbour',
      'One case is answered with a record of another organisation',
      when(forCase('purchase-shared'), insteadOf(200, json(200, recordNamed('foreign-purchase')))),
    ],
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
  ...of('purchase-ownership-type', '/ownershipType', [
    'purchases-as-sales-write',
    'A purchase is answered with the fields of a sale, as sales write them',
    withRecordValue(forCase('purchase-starling'), '/ownershipType', 'Freehold'),
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
  ...of('sale-buyers', '/buyers', [
    'no-buyers-null',
    'A sale without buyers has null',
    where(
      ({ caseType, buyers }) => caseType === 'Sale' && buyers === undefined,
      (record) => ({
        ...record,
        buyers: null,
      }),
    ),
  ]),
  ...of('ta6-4th-yes-no', '/TA6/isRewiringJan25', [
    'fourth-edition-in-capitals',
    'The answer to one question of the 4th edition has a capital letter',
    inForms('TA6_4th', 'isRewiringJan25', 'Yes'),
  ]),
  ...of('ta6-5th-texts', '/TA6/groundRentAmountDue', [
    'fifth-edition-in-numbers',
    'The ground rent of the 5th edition is a number',
    inForms('TA6_5th', 'groundRentAmountDue', 250),
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
    [
      'unaddressed-404',
      'A case without an address is answered 404',
      answeringWhere(({ address }) => address === undefined, 404),
    ],
    [
      'sixth-edition-500',
      'A case with a form of the 6th edition is answered 500',
      answeringWhere(({ TA6 }) => isJsonObject(TA6) && TA6.type === 'TA6_6th', 500),
    ],
    [
      'company-buyer-500',
      'A case with a company among its buyers is answered 500',
      answeringWhere(({ buyers }) => JSON.stringify(buyers ?? []).includes('"company"'), 500),
    ],
    [
      'free-case-403',
      'A case whose price is 0 is answered 403',
      answeringWhere(({ price }) => price === 0, 403),
    ],
  ]),
  ...of('bodies-are-json', '', [
    [
      'long-records-cut',
      'A record is cut off after 3,000 characters',
      writingEveryRecord((body) => body.slice(0, 3_000)),
    ],
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
    [
      'apostrophes-escaped',
      'The apostrophes of a record are escaped, as JSON does not',
      writingEveryRecord((body) => body.replaceAll("'", "\\'")),
    ],
  ]),
]);

/** Services that show this value of a field in forms of this edition that have it. */
function inForms(edition: string, field: string, value: Json): Behaviour {
  return everyRecord((record) => {
    const form = record.TA6;
    if (!isJsonObject(form) || form.type !== edition || form[field] === undefined) return record;
    return { ...record, TA6: { ...form, [field]: value } };
  });
}

/** Services that answer matching cases with this status. */
function answeringWhere(isMeant: (record: JsonObject) => boolean, status: number): Behaviour {
  return when(on('getCaseData'), async (request, reference) => {
    const answer = await reference(request);
    if (answer.status !== 200) return answer;
    const record: Json = JSON.parse(answer.body);
    return isJsonObject(record) && isMeant(record) ? refusal(status) : answer;
  });
}
