import { describe, expect, it } from 'vitest';
import { shapes } from '../../faults/catalogue/case-fields.ts';
import { clientFields } from '../../faults/catalogue/client.ts';
import { fields, fieldsOf, unlistedFields } from '../../faults/catalogue/fields.ts';
import { open } from '../../faults/catalogue/kinds.ts';
import type { Edition, Field, Shape } from '../../faults/catalogue/table.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isDecidable } from '../../src/specification/requirements.ts';

const baseNames = ['caseId', 'caseType', 'reference', 'address', 'location', 'price'];

const ofTheRecordItself = ({ pointer }: Field): boolean => pointer.lastIndexOf('/') === 0;

function ownNames(shape: Shape): readonly string[] {
  const names = fieldsOf(shape)
    .filter(ofTheRecordItself)
    .map(({ pointer }) => pointer.slice(1));
  return names.filter((name) => !baseNames.includes(name));
}

const ofEdition = (edition: Edition): readonly Field[] => fields.filter((field) => field.edition === edition);

const beyondType = (edition: Edition): readonly Field[] =>
  ofEdition(edition).filter(({ pointer }) => !pointer.endsWith('/type'));

const judged = ({ kind }: Field): boolean => kind.name !== 'open' && kind.name !== 'upload';

const everyField = [...fields, ...clientFields, ...unlistedFields];

const identity = ({ shape, edition, pointer }: Field): string => `${shape} ${edition ?? ''} ${pointer}`;

describe('the catalogue', () => {
  it('lists no field twice, nor as unlisted', () => {
    const all = everyField.map(identity);
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  });

  it.each(shapes)('gives %s the six base fields, two of them required, and two coordinates', (shape) => {
    const own = fieldsOf(shape).map(({ pointer }) => pointer);
    expect(own).toEqual(expect.arrayContaining(baseNames.map((name) => `/${name}`)));
    expect(own.filter((pointer) => pointer.startsWith('/location/'))).toHaveLength(2);
    const required = fieldsOf(shape).filter((field) => field.required);
    expect(required.map(({ pointer }) => pointer)).toEqual(['/caseId', '/caseType']);
  });

  it.each([
    ['Sale', 37],
    ['Purchase', 44],
    ['Remortgage', 39],
    ['Transfer', 39],
  ] as const)('gives %s %i fields of its own', (shape, count) => {
    expect(ownNames(shape)).toHaveLength(count);
  });

  it('gives a client 18 fields, four preferences and seven parts of an address', () => {
    const holders = clientFields.map(({ pointer }) => pointer.slice(0, pointer.lastIndexOf('/')));
    const counts = [...Map.groupBy(holders, (holder) => holder)].map(([holder, all]) => [holder, all.length]);
    expect(Object.fromEntries(counts)).toEqual({ '': 18, '/communicationPreferences': 4, '/address': 7 });
  });

  it('judges a field by a statement of its section that decides, and leaves it open by one that does not', () => {
    const misjudged = everyField.filter((field) => {
      const row = bundled.requirementNamed(field.requirement);
      const section = `${field.shape === 'Client' ? 'interface' : 'catalogue'} ${field.section}`;
      return judged(field)
        ? !isDecidable(row) || !row.source.split(', ').includes(section)
        : isDecidable(row);
    });
    expect(misjudged.map(identity)).toEqual([]);
  });

  it('leaves open what the documents do', () => {
    const opened = fields
      .filter((field) => field.kind === open)
      .map(({ shape, pointer }) => `${shape} ${pointer}`);
    expect(opened).toEqual([
      'Sale /TA9',
      'Sale /TA10',
      'Sale /EnquiryForms',
      'Purchase /owners/0/ownerName/title',
      'Purchase /owners/0/ownerName/firstName',
      'Purchase /owners/0/ownerName/middleName',
      'Purchase /owners/0/ownerName/surname',
      'Transfer /desiredCompletionDate',
      'Sale /TA6/greenDealSchemeDetails',
    ]);
  });

  it.each([
    ['TA6_4th', { 'one-of': 6, 'yes-no': 82, texts: 4, upload: 28, text: 75 }, 195],
    ['TA6_5th', { 'one-of': 7, 'yes-no': 88, texts: 6, upload: 26, text: 98, open: 1 }, 226],
    ['TA6_6th', {}, 0],
    ['TA7_3rd', {}, 0],
    ['TA7_4th', {}, 0],
    ['TA7_5th', {}, 0],
  ] as const)('gives %s its type and, of each kind, %o', (edition, counts, total) => {
    const kinds = Map.groupBy(beyondType(edition), ({ kind }) => kind.name);
    expect(Object.fromEntries([...kinds].map(([kind, list]) => [kind, list.length]))).toEqual(counts);
    expect(beyondType(edition)).toHaveLength(total);
    expect(ofEdition(edition).filter(({ required }) => required)).toHaveLength(1);
  });

  it('ends a name in Upload exactly where the field is a document upload', () => {
    const misnamed = fields.filter(
      ({ pointer, kind }) => pointer.endsWith('Upload') !== (kind.name === 'upload'),
    );
    expect(misnamed).toEqual([]);
  });

  it('shares 88 names between the editions of TA6, each of one kind but the Green Deal details', () => {
    const fifth = new Map(beyondType('TA6_5th').map(({ pointer, kind }) => [pointer, kind.name]));
    const shared = beyondType('TA6_4th').filter(({ pointer }) => fifth.has(pointer));
    expect(shared).toHaveLength(88);
    const differing = shared.filter(({ pointer, kind }) => fifth.get(pointer) !== kind.name);
    expect(differing.map(({ pointer }) => pointer)).toEqual(['/TA6/greenDealSchemeDetails']);
  });
});
