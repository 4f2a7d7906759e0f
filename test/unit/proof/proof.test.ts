import { describe, expect, test } from 'vitest';
import { faults } from '../../../faults/faults.ts';
import { withFields, withRecordValue } from '../../../faults/records.ts';
import { forCase } from '../../../faults/requests.ts';
import { rightValues, singleFieldFaults } from '../../../faults/single-fields.ts';
import { variants } from '../../../faults/variants.ts';
import { triedFault } from '../../../proof/fault-trial.ts';
import { subjectsWith } from '../../../proof/proof.ts';
import { triedRightValues, triedSingleFieldFaults } from '../../../proof/single-field-trial.ts';
import { triedVariant } from '../../../proof/variant-trial.ts';
import { getCaseData } from '../../../src/api/calls.ts';
import { checksOf } from '../../../src/checks/all.ts';
import { deviates } from '../../../src/harness/assertions.ts';
import { asJudged, type Check } from '../../../src/harness/check.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const without = (id: string): Check[] => checksOf(bundled).filter((check) => check.id !== id);

const alarmist = (id: string): Check => ({
  ...checkNamed(id),
  rule: asJudged,
  probe: async function* ({ target, sendOnce }) {
    const reply = await sendOnce(getCaseData(target.cases.Sale[0] ?? ''), 'member');
    yield deviates(reply, 'case-id', '/caseId is wrong', '/caseId');
  },
});

const broken: Check = {
  ...checkNamed('getCaseData.Sale.case-type'),
  rule: asJudged,
  // biome-ignore lint/correctness/useYield: it breaks before it judges.
  probe: async function* () {
    throw new Error('It broke.');
  },
};

function checkNamed(id: string): Check {
  return found(checksOf(bundled), (check) => check.id === id);
}

function found<One>(some: readonly One[], isMeant: (one: One) => boolean): One {
  const one = some.find(isMeant);
  if (one === undefined) throw new Error('There is none.');
  return one;
}

const missed = 'No check of its statement finds it at its place.';

describe('a fault', () => {
  const fault = found(faults, ({ id }) => id === 'type-missing');

  test.each([
    ['without that check', fault, without('getCaseData.Sale.case-type')],
    ['found by a check of another statement', { ...fault, requirement: 'case-id' }, checksOf(bundled)],
    ['for another statement', { ...fault, pointer: '/caseId' }, [alarmist('getCaseData.Sale.case-type')]],
  ])('is missed %s', async (_, one, checks) => {
    expect((await triedFault(one, checks)).wrong).toBe(missed);
  });

  test.each([
    ['/caseTypes', 'Its place is /caseTypes, but getCaseData.Sale.case-type found it at /caseType.'],
    ['', 'Its place is the whole answer, but getCaseData.Sale.case-type found it at /caseType.'],
  ])('is missed at %j where it is found elsewhere', async (pointer, words) => {
    expect((await triedFault({ ...fault, pointer }, checksOf(bundled))).wrong).toBe(words);
  });
});

test('A fault that a usual run does not find is tried in a thorough one', async () => {
  const fault = found(faults, ({ id }) => id === 'case-by-options');
  expect((await triedFault(fault, checksOf(bundled), { thorough: false })).wrong).toBe(missed);
  expect((await triedFault(fault, checksOf(bundled))).wrong).toBeUndefined();
});

describe('a fault of the realistic organisation', () => {
  const fault = found(faults, ({ id }) => id === 'price-comma');

  test('is caught in its cases', async () => {
    expect((await triedFault(fault, checksOf(bundled))).wrong).toBeUndefined();
  });

  test('is missed in those of the demo organisation', async () => {
    const { triedIn: _, ...elsewhere } = fault;
    expect((await triedFault(elsewhere, checksOf(bundled))).wrong).toBe(missed);
  });
});

describe('a variant', () => {
  const variant = found(variants, ({ requirement }) => requirement === 'case-price');

  test('is failed where a check finds something', async () => {
    const behaviour = withFields('Sale', { price: '1' });
    expect((await triedVariant({ ...variant, behaviour }, checksOf(bundled))).wrong).toBe(
      '/price is a string instead of a number',
    );
  });

  test('is tried in the realistic organisation where it is of its cases', async () => {
    const ofOne = found(variants, ({ id }) => id === 'one-price-huge');
    expect((await triedVariant(ofOne, checksOf(bundled))).wrong).toBeUndefined();
    const behaviour = withRecordValue(forCase('purchase-dovecote'), '/price', '1');
    expect((await triedVariant({ ...ofOne, behaviour }, checksOf(bundled))).wrong).toBe(
      '/price is a string instead of a number',
    );
  });

  test('is failed where nothing is decided', async () => {
    expect((await triedVariant(variant, [])).wrong).toBe('The run ends as not-tested.');
  });
});

describe('single-field faults', () => {
  const [fault, other] = singleFieldFaults.filter(({ name }) => name.startsWith('Sale 2.2 /price '));
  if (fault === undefined || other === undefined) throw new Error('There are none.');

  test('are missed where nothing is found', async () => {
    const checks = without('getCaseData.Sale.case-price');
    const wrongs = (await triedSingleFieldFaults([fault, other], checks)).map(({ wrong }) => wrong);
    expect(wrongs).toEqual(['No check finds it.', 'No check finds it.']);
  });

  test.each([
    ['elsewhere', { ...fault, pointer: '/prices' }],
    ['for another statement', { ...fault, requirement: 'case-reference' }],
  ])('are missed where it is found %s', async (_, one) => {
    const [tried] = await triedSingleFieldFaults([one], checksOf(bundled));
    expect(tried?.wrong).toBe('/price is null instead of a number (case-price).');
  });

  test('of a client are caught, also where clients are put back', async () => {
    const [ofClient] = singleFieldFaults.filter(({ name }) => name.startsWith('Client 2.3 /address/county '));
    if (ofClient === undefined) throw new Error('There is none.');
    const caught = [
      {
        kind: 'single-field fault',
        row: 'Client 2.3',
        name: 'Client 2.3 /address/county null',
        wrong: undefined,
      },
    ];
    expect(await triedSingleFieldFaults([ofClient], checksOf(bundled))).toEqual(caught);
    expect(await triedSingleFieldFaults([ofClient], checksOf(bundled), 'restore')).toEqual(caught);
    const missed = await triedSingleFieldFaults(
      [{ ...ofClient, requirement: 'client-texts' }],
      checksOf(bundled),
    );
    expect(missed[0]?.wrong).toBe('/address/county is null instead of a string (address-fields).');
  });

  test('are missed where something is found beside them', async () => {
    const checks = [checkNamed('getCaseData.Sale.case-price'), alarmist('getCaseData.Sale.case-id')];
    const tried = await triedSingleFieldFaults([fault, other], checks);
    expect(tried.map(({ wrong }) => wrong)).toEqual(['/caseId is wrong (case-id).', undefined]);
  });
});

describe('right values', () => {
  test('that no check of records reads prove nothing', async () => {
    const values = rightValues.filter(({ name }) => name.startsWith('Sale 2.2 /price '));
    const tried = await triedRightValues(values, [checkNamed('getCaseData.listed-cases')]);
    expect(tried.map(({ wrong }) => wrong)).toEqual(values.map(() => 'No check reads it.'));
  });

  test('are failed where anything is found', async () => {
    const [value, ...others] = rightValues.filter(({ name }) => name.startsWith('Sale 2.2 /price '));
    if (value === undefined) throw new Error('There is none.');
    const tried = await triedRightValues([{ ...value, value: '1' }, ...others], checksOf(bundled));
    const wrongs = tried.flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong]));
    expect(wrongs).toEqual(['/price is a string instead of a number']);
  });
});

describe('subjects', () => {
  test('are all that there are', () => {
    expect(subjectsWith()).toEqual({ faults, variants, singleFieldFaults, rightValues });
  });

  test.each([
    ['id', 'type-missing'],
    ['title', 'caseType is missing'],
    ['requirement', 'case-type'],
  ])('have the text in their %s', (_, text) => {
    const { faults: some } = subjectsWith(text);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(30);
    expect(some.every((one) => JSON.stringify(one).includes(text))).toBe(true);
  });

  test('of single fields have the text in their requirement', () => {
    const { singleFieldFaults: wrong, rightValues: right } = subjectsWith('client-telephone-numbers');
    const places = [...wrong, ...right].map(({ field }) => field.pointer);
    expect(new Set(places)).toEqual(new Set(['/telephoneNumber', '/altTelephoneNumber']));
  });

  test('have the text in their name', () => {
    const { singleFieldFaults: wrong, rightValues: right } = subjectsWith('/TA6/listingGrade ');
    const places = [...wrong, ...right].map(({ field }) => field.pointer);
    expect(new Set(places)).toEqual(new Set(['/TA6/listingGrade']));
  });
});

test('A check that breaks proves nothing', async () => {
  for (const fault of subjectsWith('type-missing').faults)
    await expect(triedFault(fault, [broken])).rejects.toThrow('The check getCaseData.Sale.case-type broke.');
});
