import { describe, expect, it } from 'vitest';
import { flatten, places, requirementAt, rowsOf } from '../../../src/schema/places.ts';
import { linked } from '../../../src/schema/references.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { isDecidable } from '../../../src/specification/requirements.ts';

const record = bundled.schemaNamed('CaseRecord');
const sale = { caseType: 'Sale' };

describe('the places of a value', () => {
  it('are those that the description declares, with the row that judges each', () => {
    const value = {
      ...sale,
      unlisted: [{ price: 1 }],
      price: 'much',
      buyers: [{ buyerName: { surname: 'Example' } }, 'text'],
      TA6: { type: 'TA6_4th', isRadon: 'yes', broadbandConnected: 'yes', epcUpload: [1] },
    };
    const seen = [...places(record, value)].map(({ pointer, requirement }) => [pointer, requirement]);
    expect(seen).toEqual([
      ['', 'case-type'],
      ['/price', 'case-price'],
      ['/caseType', 'case-type'],
      ['/buyers', 'sale-buyers'],
      ['/buyers/0', 'sale-buyers'],
      ['/buyers/0/buyerName', 'sale-buyers'],
      ['/buyers/0/buyerName/surname', 'sale-buyers'],
      ['/buyers/1', 'sale-buyers'],
      ['/TA6', 'ta6-edition'],
      ['/TA6/type', 'ta6-edition'],
      ['/TA6/isRadon', 'ta6-4th-yes-no'],
      ['/TA6/epcUpload', 'document-upload-shape'],
    ]);
  });

  it.each<[value: unknown, pointers: readonly string[]]>([
    [null, ['']],
    ['text', ['']],
    [[sale], ['']],
    [{}, ['']],
    [{ caseType: 'Unknown', price: 1 }, ['']],
    [{ caseType: 'Transfer', isRemortgageShortfall: 'yes' }, ['', '/caseType']],
    [JSON.parse('{"caseType":"Sale","__proto__":{"price":1}}'), ['', '/caseType']],
  ])('of %j are %j', (value, pointers) => {
    expect([...places(record, value)].map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('are few even of an array of millions', () => {
    const count = [...places(record, { ...sale, buyers: Array(2_000_000).fill({}) })].length;
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(10_000);
  });
});

describe('the row that judges', () => {
  it.each<[pointer: string, row: string]>([
    ['', 'case-type'],
    ['/caseType', 'case-type'],
    ['/caseId', 'case-id'],
    ['/location/altitude', 'case-location'],
    ['/location/__proto__', 'case-location'],
    ['/location/constructor', 'case-location'],
    ['/buyers/3/buyerType', 'sale-buyers'],
    ['/buyers/3/buyerName/title', 'sale-buyers'],
    ['/TA6', 'ta6-edition'],
    ['/TA6/type', 'ta6-edition'],
    ['/TA6/sewageDischargeType', 'ta6-5th-sewage-discharge'],
    ['/TA6/alterationsMade/7', 'ta6-5th-text-lists'],
    ['/TA6/isRadon', 'ta6-edition'],
    ['/TA7/type', 'ta7-edition'],
    ['/TA9/type', 'form-fields-not-shown'],
    ['/unlisted', 'case-type'],
    ['/unlisted/price', 'case-type'],
  ])('%s of a Sale is %s', (pointer, row) => {
    expect(requirementAt(record, { ...sale, TA6: { type: 'TA6_5th' } }, pointer)).toBe(row);
  });

  it('depends on the shape', () => {
    const rows = ['Sale', 'Purchase', 'Remortgage', 'Transfer', 'Unknown'].map((caseType) =>
      requirementAt(record, { caseType }, '/isSharedOwnership'),
    );
    expect(rows).toEqual([
      'sale-shared-ownership',
      'purchase-yes-no',
      'refinancing-property-texts',
      'refinancing-property-texts',
      'case-type',
    ]);
  });

  it('is none where nothing names one', () => {
    expect(requirementAt({ type: 'object' }, {}, '/a')).toBeUndefined();
  });
});

describe('a flattened schema', () => {
  it('keeps what stands beside a reference', () => {
    const { beside } = linked<{ word: Schema; beside: Schema }>({
      word: { enum: ['yes', 'no'], 'x-requirement': 'price' },
      beside: { $ref: '#/word', 'x-requirement': 'sale-buyers' },
    });
    expect(flatten(beside, undefined)).toEqual({ enum: ['yes', 'no'], 'x-requirement': 'sale-buyers' });
  });

  it('is the branch that the tag names, with its parts', () => {
    const { properties = {}, required } = flatten(record, { caseType: 'Transfer' });
    expect(required?.toSorted()).toEqual(['caseId', 'caseType']);
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['price', 'newMortgageStatus', 'isTransferShortfall']),
    );
    expect(properties).not.toHaveProperty('isRemortgageShortfall');
  });

  it.each([undefined, null, [], {}, { caseType: 'sale' }, { caseType: null }])(
    'is no branch for %j',
    (value) => {
      expect(flatten(record, value).properties).toBeUndefined();
    },
  );
});

describe('the rows of a shape', () => {
  it.each<[shape: string, row: string, example: string]>([
    ['Sale', 'case-type', ''],
    ['Sale', 'case-id', '/caseId'],
    ['Sale', 'sale-buyers', '/buyers'],
    ['Sale', 'ta6-edition', '/TA6'],
    ['Sale', 'ta6-5th-yes-no', '/TA6/applicationForLandlordLeaseExtension'],
    ['Purchase', 'purchase-owners', '/owners'],
    ['Remortgage', 'refinancing-broker-email', '/mortgageBrokerEmail'],
    ['Transfer', 'transfer-amounts', '/transferorOverseasFundsAmount'],
  ])('%s has %s, as at %s', (shape, row, example) => {
    expect(rowsOf(bundled.schemaNamed(shape)).get(row)).toBe(example);
  });

  it('of all shapes together are the decided rows of the catalogue', () => {
    const rows = bundled.caseTypes.flatMap((shape) => [...rowsOf(bundled.schemaNamed(shape)).keys()]);
    const specified = rows.filter((row) => bundled.requirementNamed(row).standing === 'specified');
    const ofCatalogue = bundled.requirements.filter(
      (row) => isDecidable(row) && row.source.includes('catalogue'),
    );
    expect([...new Set(specified)].toSorted()).toEqual(ofCatalogue.map(({ id }) => id).toSorted());
  });
});
