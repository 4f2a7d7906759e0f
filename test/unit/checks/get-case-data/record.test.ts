import { describe, expect, test } from 'vitest';
import { observationsOf, recordChecks } from '../../../../src/checks/get-case-data/record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { checkNamed, type Judged, judge, noTarget, said } from '../../harness/hand-made-session.ts';

const [one, other] = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52'];
const target = { ...noTarget, cases: { ...noTarget.cases, Sale: [one ?? '', other ?? ''] } };

function judged(row: string, ...answers: readonly (readonly [number, unknown])[]): Promise<Judged> {
  return judge(
    checkNamed(recordChecks(bundled), `getCaseData.Sale.${row}`),
    ({ path }) => {
      const [status, record] = answers[path.includes(String(one)) ? 0 : 1] ?? [200, {}];
      return [status, typeof record === 'string' ? record : JSON.stringify(record)];
    },
    target,
  );
}

const sale = (further: object): readonly [number, unknown] => [
  200,
  { caseId: one, caseType: 'Sale', location: { latitude: 1, longitude: 1 }, ...further },
];

describe('a statement about records', () => {
  test('is judged of each case that shows a field of it', async () => {
    expect(said(await judged('case-price', sale({ price: 12 }), sale({ price: '12' })))).toEqual([
      'held',
      ['case-price', '/price', '/price is a string instead of a number'],
    ]);
    expect(said(await judged('case-price', sale({ price: 12 }), sale({})))).toEqual(['held']);
  });

  test('is not shown by what is no record', async () => {
    for (const value of ['5', 'null', '"Sale"']) {
      const found = await judged('case-price', [200, value], [200, value]);
      expect(found.judgements).toMatchObject([{ kind: 'undecided', reason: 'no-data' }]);
    }
  });

  test('is judged of a field that is missing', async () => {
    const found = await judged('case-id', [200, { caseType: 'Sale' }], [200, { caseType: 'Sale' }]);
    const missing = ['case-id', '/caseId', '/caseId is missing'];
    expect(said(found)).toEqual([missing, missing]);
  });

  test('is not decided by cases that show no field of it', async () => {
    const words = 'List a fuller case in cases.Sale: none shows /price.';
    expect(said(await judged('case-price', sale({}), sale({})))).toEqual([['no-data', words]]);
  });

  test('is judged of a record without its type, and in an envelope', async () => {
    const price = 'is a string instead of a number';
    const found = await judged(
      'case-price',
      [200, { caseId: one, price: '12' }],
      [200, { data: { caseId: other, price: '12' } }],
    );
    expect(said(found)).toEqual([
      ['case-price', '/price', `/price ${price}`],
      ['case-price', '/data/price', `/data/price ${price}`],
    ]);
  });

  test('is not decided where no record, or no edition of a form, can be told, and says so', async () => {
    const unread = `No record can be read at /api/v2/cases/${one}/data. Fix that answer first.`;
    expect(said(await judged('case-price', [200, '<p>'], sale({})))).toEqual([['no-data', unread]]);
    const form = sale({ TA6: { listingGrade: 'Grade I' } });
    const untold = 'Fix the type of TA6 in cases.Sale first: it decides how the rest of that form is judged.';
    expect(said(await judged('ta6-4th-listing-grade', form, sale({})))).toEqual([['no-data', untold]]);
    expect(said(await judged('case-price', form, sale({})))).toEqual([
      ['no-data', 'List a fuller case in cases.Sale: none shows /price.'],
    ]);
  });

  test('is not decided by what is refused, unless another case shows it', async () => {
    const words = `Check tokens.member and cases: status 404 from /api/v2/cases/${one}/data.`;
    expect(said(await judged('case-price', [404, sale({ price: '12' })[1]], sale({})))).toEqual([
      ['control-refused', words],
    ]);
    expect(said(await judged('case-price', [404, {}], sale({ price: 12 })))).toEqual(['held']);
    expect(said(await judged('case-price', [404, {}], sale({ price: '12' })))).toEqual([
      ['case-price', '/price', '/price is a string instead of a number'],
    ]);
  });

  test('names what must not be there only where the description knows the name', async () => {
    const located = (...names: string[]) =>
      sale({
        location: { latitude: 1, longitude: 1, ...Object.fromEntries(names.map((name) => [name, 1])) },
      });
    const found = said(
      await judged('case-location', located('price'), located('18 Whitehall Wharf', 'JaneWhitehall')),
    );
    const words = 'is not allowed: only latitude and longitude are';
    expect(found).toEqual([
      ['case-location', '/location/price', `/location/price ${words}`],
      ['case-location', '/location/(an unknown name)', `/location/(an unknown name) ${words}`],
    ]);
  });
});

describe('what a record shows where the documents leave it free', () => {
  const observed = (record: unknown): unknown[] =>
    [...observationsOf(bundled, 'Sale', record)].map((judgement) => {
      if (judgement.kind !== 'observes') return judgement;
      const { requirement, subject, value } = judgement.observation;
      return [requirement, subject, value];
    });

  test('is fields that are not listed, by names that the description knows', () => {
    expect(observed({ caseType: 'Sale', latitude: 'x', colour: 'red', '18 Whitehall Wharf': 1 })).toEqual([
      ['case-record-open', 'Sale  holds what is not listed', 'latitude'],
      ['case-record-open', 'Sale  holds what is not listed', '(2 unknown names)'],
    ]);
  });

  test('is fields of parts, without the place in a list', () => {
    const found = observed({
      caseType: 'Sale',
      estateAgent: { colour: 'red' },
      buyers: [...Array(10).fill({}), { hat: 1 }, 'x', null],
    });
    const within = found.filter((one) => /buyers/.test((one as string[])[1] ?? ''));
    expect(within).toEqual([
      ['case-record-open', 'Sale /buyers/* holds what is not listed', '(an unknown name)'],
    ]);
  });

  test('is whether TA9 and TA10 carry a type', () => {
    expect(observed({ caseType: 'Sale', TA9: { type: 'a' }, TA10: { type: 5 } })).toEqual(
      expect.arrayContaining([
        ['ta9-ta10-type', 'Sale /TA9', 'carries a type'],
        ['ta9-ta10-type', 'Sale /TA10', 'carries no type'],
      ]),
    );
    expect(observed({ caseType: 'Sale' })).toEqual([]);
  });

  test('is the kinds of values whose form is open', () => {
    expect(observed({ caseType: 'Sale', TA10: ['a'], EnquiryForms: 'b' })).toEqual([
      ['form-fields-not-shown', 'Sale /TA10', 'an array'],
      ['form-fields-not-shown', 'Sale /EnquiryForms', 'a string'],
      ['ta9-ta10-type', 'Sale /TA10', 'carries no type'],
    ]);
  });
});
