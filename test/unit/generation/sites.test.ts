import { describe, expect, test } from 'vitest';
import { planted, pointerOf, sitesOf } from '../../../src/generation/sites.ts';
import { kindOfSchema } from '../../../src/schema/kinds.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const kind = kindOfSchema(bundled.schemaNamed('CaseRecord'));

/** The steps to the first place of that pointer, or to the one that a tag chooses. */
function stepsTo(pointer: string, tag?: string) {
  const site = [...sitesOf(kind)].find(
    ({ steps }) =>
      pointerOf(steps) === pointer && (tag === undefined || steps.some((step) => step.tag?.value === tag)),
  );
  if (site === undefined) throw new Error(`There is no place ${pointer}.`);
  return site.steps;
}

const sale = { caseId: '1', caseType: 'Sale', price: 1 };

describe('the places of a kind', () => {
  test('are those that are listed, with each element of a list at 0', () => {
    const pointers = [...sitesOf(kind)].map(({ steps }) => pointerOf(steps));
    expect(pointers.slice(0, 3)).toEqual(['', '/caseId', '/reference']);
    expect(pointers).toContain('/buyers/0/buyerName/surname');
    expect(pointers).toContain('/TA6/listingGrade');
  });

  test('leave the tag of a union out, which is the union’s', () => {
    const pointers = [...sitesOf(kind)].map(({ steps }) => pointerOf(steps));
    expect(pointers.filter((pointer) => /\/(caseType|type)$/.test(pointer))).toEqual([]);
  });
});

describe('what is planted', () => {
  test('changes nothing else', () => {
    expect(planted(sale, stepsTo('/price', 'Sale'), null)).toEqual({ ...sale, price: null });
    expect(sale.price).toBe(1);
  });

  test('keeps the order of what is there', () => {
    expect(Object.keys(planted(sale, stepsTo('/price', 'Sale'), 2) as object)).toEqual(Object.keys(sale));
  });

  test('may be nothing', () => {
    expect(planted(sale, stepsTo('/price', 'Sale'), undefined)).toEqual({ caseId: '1', caseType: 'Sale' });
  });

  test('is put with what must hold it', () => {
    expect(planted(sale, stepsTo('/TA6/listingGrade', 'TA6_5th'), 'grade I')).toEqual({
      ...sale,
      TA6: { type: 'TA6_5th', listingGrade: 'grade I' },
    });
    expect(planted(sale, stepsTo('/buyers/0/buyerName/surname'), 1)).toEqual({
      ...sale,
      buyers: [{ buyerName: { surname: 1 } }],
    });
  });

  test('is put into what is there, where that can hold it', () => {
    const TA6 = { type: 'TA6_4th', isKeys: 'yes' };
    expect(planted({ ...sale, TA6 }, stepsTo('/TA6/listingGrade', 'TA6_4th'), 1)).toEqual({
      ...sale,
      TA6: { ...TA6, listingGrade: 1 },
    });
    expect(planted({ ...sale, TA6 }, stepsTo('/TA6/listingGrade', 'TA6_5th'), 1)).toEqual({
      ...sale,
      TA6: { type: 'TA6_5th', listingGrade: 1 },
    });
    const buyers = [{ buyerType: 'company' }, {}];
    expect(planted({ ...sale, buyers }, stepsTo('/buyers/0/buyerName'), 1)).toEqual({
      ...sale,
      buyers: [{ buyerType: 'company', buyerName: 1 }, {}],
    });
  });
});
