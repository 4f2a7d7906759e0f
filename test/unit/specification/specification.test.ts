import { describe, expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { coverable } from '../../../src/folds/field-coverage.ts';
import { coveringRecords, editionsOf } from '../../../src/generation/records.ts';
import { changeableFields } from '../../../src/rules/client-record.ts';
import { restorable } from '../../../src/rules/restorable.ts';
import { fromYaml } from '../../../src/schema/yaml.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Description } from '../../../src/specification/description.ts';
import { openSpecification } from '../../../src/specification/open.ts';
import type { Specification } from '../../../src/specification/specification.ts';

function edited(from: string, to: string): Specification {
  expect(bundled.text.split(from).length).toBeGreaterThan(1);
  return openSpecification(fromYaml(bundled.text.replaceAll(from, to)) as Description);
}

const sale = { caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', caseType: 'Sale' };

describe('two specifications side by side', () => {
  const other = edited('isOfferAccepted', 'isOfferTaken');

  test('say different things of one value', () => {
    const record = { ...sale, isOfferAccepted: 'maybe', isOfferTaken: 'maybe' };
    expect(bundled.validate('CaseRecord', record).map(({ pointer }) => pointer)).toEqual([
      '/isOfferAccepted',
    ]);
    expect(other.validate('CaseRecord', record).map(({ pointer }) => pointer)).toEqual(['/isOfferTaken']);
    expect(bundled.validate('CaseRecord', record).map(({ pointer }) => pointer)).toEqual([
      '/isOfferAccepted',
    ]);
  });

  test('have kinds, fields and coverage of their own', () => {
    expect(bundled.fieldsOf('Sale')).not.toContain('isOfferTaken');
    expect(other.kindNamed('CaseRecord')).not.toEqual(bundled.kindNamed('CaseRecord'));
    expect(coverable(other)).toContain("Sale /isOfferTaken 'Yes'");
    expect(coverable(other)).not.toContain("Sale /isOfferAccepted 'Yes'");
    expect(coverable(bundled)).toContain("Sale /isOfferAccepted 'Yes'");
  });

  test('generate records of their own', () => {
    const ofOther = [...coveringRecords({ type: 'Sale', specification: other, isComplete: true }, 1)];
    expect(ofOther.flatMap((record) => other.validate('CaseRecord', record))).toEqual([]);
    expect(ofOther.every((record) => Object.hasOwn(record as object, 'isOfferTaken'))).toBe(true);
    expect(editionsOf({ type: 'Sale', specification: other })).toEqual(editionsOf({ type: 'Sale' }));
  });

  test('have checks of their own, each made once', () => {
    const named = edited('telephoneNumber: { $ref', 'mobileNumber: { $ref');
    expect(changeableFields(named)).toContain('mobileNumber');
    expect(checksOf(named).map(({ id }) => id)).toContain('updateClient.changes.mobileNumber');
    expect(checksOf(bundled).map(({ id }) => id)).toContain('updateClient.changes.telephoneNumber');
    expect(checksOf(named)).toBe(checksOf(named));
    const client = { telephoneNumber: '+441632960001', mobileNumber: '+441632960001' };
    expect(restorable(bundled, client)).toEqual({ telephoneNumber: '+441632960001' });
    expect(restorable(named, client)).toEqual({ mobileNumber: '+441632960001' });
  });
});

describe('a specification', () => {
  test('copies the document, and cannot be changed', () => {
    const document = fromYaml(bundled.text) as {
      components: { schemas: Record<string, unknown> };
    } & Description;
    const opened = openSpecification(document);
    document.components.schemas.Address = { type: 'string' };
    expect(opened.schemaNamed('Address')).toMatchObject({ type: 'object' });
    expect(Object.isFrozen(opened)).toBe(true);
    const { description, requirements, caseTypes } = opened;
    const parts = [description.paths, requirements, ...requirements, caseTypes, opened.kindNamed('Client')];
    expect(parts.every(Object.isFrozen)).toBe(true);
  });

  test('names what is asked for and not there', () => {
    expect(() => bundled.schemaNamed('toString')).toThrow("The description has no schema named 'toString'.");
    expect(() => bundled.requirementNamed('none')).toThrow("The requirement register has no row 'none'.");
  });
});
