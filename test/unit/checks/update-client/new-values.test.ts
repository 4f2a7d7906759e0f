import { describe, expect, it } from 'vitest';
import { linesOf, newValue, valuesOf } from '../../../../src/checks/update-client/new-values.ts';
import { changeableFields } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

const clients = ['99a439b3-87fb-4bda-bded-98a31048f0e0', 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2'];
const [client = ''] = clients;
const all = { specification: bundled, fields: changeableFields(bundled), lines: bundled.fieldsOf('Address') };

describe('the values of a field', () => {
  it('are as described, and differ from each other', () => {
    for (const [field, values] of Object.entries(valuesOf({ client, ...all }))) {
      expect(values.flatMap((value) => bundled.validate('ClientPatch', { [field]: value }))).toEqual([]);
      expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(3);
    }
  });

  it('are the same for a client in every run', () => {
    expect(valuesOf({ client, ...all })).toEqual(valuesOf({ client, ...all }));
    expect(valuesOf({ client, ...all }).lastName).toEqual(['Placeholder', 'Trialwood', 'Sample']);
    const values = valuesOf({ client: clients[1] ?? '', ...all });
    expect(values).toMatchObject({
      emailAddress: ['one', 'two', 'three'].map((name) => `${name}.fc98ea69bfa2@example.com`),
      companyName: expect.arrayContaining(['Draftley and Partners 256 Limited']),
      telephoneNumber: ['+442079460768', '+442079460769', '+442079460770'],
    });
    expect(values.address).toEqual([
      expect.objectContaining({ line_1: '257 Draft Street', postcode: 'ZZ11 6ZZ', uprn: '010000000768' }),
      expect.objectContaining({ line_1: '258 Trial Street', postcode: 'ZZ12 6ZZ', uprn: '10000000769' }),
      expect.objectContaining({ line_1: '259 Proof Street', postcode: 'ZZ13 6ZZ', uprn: '10000000770' }),
    ]);
  });

  it('are nobody else’s: of e-mail addresses, companies, numbers and addresses', () => {
    const [one, other] = clients.map((id) => valuesOf({ client: id, ...all }));
    for (const field of ['emailAddress', 'companyName', 'telephoneNumber', 'address'] as const) {
      expect(one?.[field]?.filter((value) => other?.[field]?.includes(value))).toEqual([]);
    }
  });

  it('are those of the fields and lines that are asked for', () => {
    const values = valuesOf({
      specification: bundled,
      client,
      fields: ['title', 'address'],
      lines: ['line_1', 'uprn'],
    });
    expect(Object.keys(values)).toEqual(['title', 'address']);
    expect(values.address?.map((one) => Object.keys(Object(one)))).toEqual([
      ['line_1', 'uprn'],
      ['line_1', 'uprn'],
      ['line_1', 'uprn'],
    ]);
  });
});

describe('a new value', () => {
  it.each(changeableFields(bundled))('of %s is another one than is shown', (field) => {
    const first = newValue(field, { client, ...all }, {});
    const second = newValue(field, { client, ...all }, { [field]: first });
    expect(second).toBeDefined();
    expect(second).not.toEqual(first);
    expect(newValue(field, { client, ...all }, { [field]: second })).toEqual(first);
  });

  it('of a telephone number is another number, not the shown one with a plus sign', () => {
    const [shown, next] = valuesOf({ client, ...all }).telephoneNumber ?? [];
    const record = { telephoneNumber: String(shown).replace('+', '') };
    expect(newValue('telephoneNumber', { client, ...all }, record)).toBe(next);
  });

  it('of an address differs in every line, and has those that it may have', () => {
    const lines = ['line_1', 'postcode'];
    const shown = newValue('address', { client, ...all }, {}) as Record<string, unknown>;
    const fresh = newValue(
      'address',
      { specification: bundled, client, lines },
      { address: shown },
    ) as Record<string, unknown>;
    expect(Object.keys(fresh)).toEqual(lines);
    expect(lines.filter((line) => fresh[line] === shown[line])).toEqual([]);
    const inPart = { address: { line_1: 'Another Street', postcode: shown.postcode } };
    expect(newValue('address', { specification: bundled, client, lines }, inPart)).toEqual(fresh);
  });
});

it('The lines of an address are those that hold something', () => {
  expect(linesOf(bundled, { uprn: '1', line_2: '', county: null, line_1: 'A', country: 'GB' })).toEqual([
    'line_1',
    'uprn',
  ]);
  expect(linesOf(bundled, undefined)).toEqual([]);
});
