import type { JsonObject } from '../../reference/json.ts';
import type { Variant } from '../behaviour.ts';
import { everyRecord, withFields } from '../records.ts';
import { variantsOfRecords } from '../rows.ts';
import { mapObjects } from '../values.ts';

const further: JsonObject = {
  caseWorker: 'Imogen Hartley',
  milestones: [{ name: 'Exchange', isReached: false, at: null }, [], 0],
  isFastTrack: true,
};

/**
 * Names that a program might stumble over. Parsed from text, since an object literal cannot have a member `__proto__`.
 */
const awkward: JsonObject = JSON.parse(
  '{"__proto__":{"price":"a lot"},"constructor":1,"hasOwnProperty":null,"toString":"","":[],"a/b":0,"m~n":1,"0":2,"$ref":"#"}',
);

/** Legal optional contents of records. */
export const recordContentVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRecords('case-record-open', [
    [
      'further-fields-everywhere',
      'Every object of a record but location has unlisted fields',
      everyRecord((record) =>
        mapObjects(record, (object, pointer) =>
          pointer === '/location' ? object : { ...object, ...further },
        ),
      ),
    ],
    [
      'awkward-names',
      'Every object of a record but location has fields with awkward names',
      everyRecord((record) =>
        mapObjects(record, (object, pointer) =>
          pointer === '/location' ? object : { ...object, ...awkward },
        ),
      ),
    ],
    [
      'spelled-right',
      'Fields that are misspelt in the catalogue also appear spelled correctly, with any type',
      everyRecord((record) =>
        mapObjects(record, (object, pointer) =>
          pointer === '/TA6'
            ? {
                ...object,
                isRepaymentSufficient: true,
                isComplaintsAboutAccess: 1,
                mainsGasMeterLocation: null,
                isNonResidentialPurposes: 'Yes',
                solarPanelsRoofDocumentsUpload: 0,
              }
            : object,
        ),
      ),
    ],
    [
      'names-in-other-case',
      'Listed fields also appear under names that differ only in case',
      everyRecord((record) => ({
        ...record,
        CaseId: 1,
        casetype: 'Lease',
        Price: 'high',
        ta6: [],
        Location: {},
      })),
    ],
  ]),
  ...variantsOfRecords('case-record-varies', [
    [
      'bare-records',
      'A record has only the two required fields',
      everyRecord(({ caseId = null, caseType = null }) => ({ caseId, caseType })),
    ],
    [
      'sparse-records',
      'A record has only every second field',
      everyRecord((record) =>
        Object.fromEntries(
          Object.entries(record).filter(
            ([name], index) => index % 2 === 0 || name === 'caseId' || name === 'caseType',
          ),
        ),
      ),
    ],
    [
      'reversed-fields',
      'The fields of a record come in reverse order',
      everyRecord((record) =>
        mapObjects(record, (object) => Object.fromEntries(Object.entries(object).reverse())),
      ),
    ],
    [
      'no-parties',
      'There are neither buyers nor owners',
      everyRecord((record) => ({
        ...record,
        ...(record.caseType === 'Sale' ? { buyers: [] } : {}),
        ...(record.caseType === 'Purchase' ? { owners: [] } : {}),
      })),
    ],
    [
      'nameless-buyers',
      'Nothing is known of the buyers',
      withFields('Sale', { buyers: [{}, { buyerName: {} }] }),
    ],
    [
      'many-buyers',
      'There are 250 buyers',
      withFields('Sale', { buyers: Array.from({ length: 250 }, () => ({ buyerType: 'company' })) }),
    ],
  ]),
  ...variantsOfRecords('ta9-ta10-type', [
    'other-forms-typed',
    'TA9 and TA10 carry a type of another form',
    withFields('Sale', {
      TA9: { type: 'TA6_4th' },
      TA10: { type: 'TA6_4th' },
      EnquiryForms: { type: 'TA6_4th' },
    }),
  ]),
]);
