import { describe, expect, it } from 'vitest';
import { validFixtures } from '../../../src/fixtures.ts';
import { kindOfSchema } from '../../../src/schema/kinds.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Acceptor, acceptorOf, acceptorUnlessUnknown } from '../../../src/validation/acceptor.ts';
import { rightSamples, tables, unlistedTables } from './values.ts';

const accepts = acceptorOf(bundled.kindNamed('CaseRecord'));

function acceptorOfSchema(schema: Schema): Acceptor {
  return acceptorUnlessUnknown(() => kindOfSchema(schema));
}

describe('the acceptor', () => {
  it.each([...tables, ...unlistedTables])(
    '%s: accepts every right value, so Ajv is not asked',
    (_, fields) => {
      const refused = fields.flatMap(rightSamples).filter(({ record }) => !accepts(record));
      expect(refused).toEqual([]);
    },
  );

  it('takes a member that is undefined for an absent one', () => {
    expect(accepts({ ...(validFixtures[0]?.record as object), price: undefined })).toBe(true);
    expect(accepts({ ...(validFixtures[0]?.record as object), caseId: undefined })).toBe(false);
  });

  it('does not take an inherited member for one of the value', () => {
    expect(acceptorOfSchema({ type: 'object', required: ['toString'] })({})).toBe(false);
  });

  describe('of an object with many members', () => {
    const names = Array.from({ length: 300 }, (_, index) => `member${index}`);
    const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    const schema: Schema = { type: 'object', properties: all({ type: 'number' }) as Record<string, Schema> };

    it('judges the next one alike, whether it has many or few', () => {
      const accept = acceptorOfSchema(schema);
      const values = [
        all(1),
        all(1),
        { member7: 1 },
        all(1),
        { member7: '1' },
        all(1),
        { ...all(1), member7: '1' },
        {},
      ];
      expect(values.map(accept)).toEqual([true, true, true, true, false, true, false, true]);
    });

    it('still finds what is not listed in a closed one', () => {
      const accept = acceptorOfSchema({ ...schema, additionalProperties: false });
      const values = [all(1), all(1), { ...all(1), other: 1 }, { other: 1 }, { other: undefined }];
      expect(values.map(accept)).toEqual([true, true, false, false, false]);
    });
  });
});
