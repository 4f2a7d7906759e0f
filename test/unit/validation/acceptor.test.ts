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

  it('refuses what a closed object does not list', () => {
    const accept = acceptorOfSchema({
      ...{ type: 'object', additionalProperties: false },
      properties: { price: { type: 'number' } },
    });
    const hidden = Object.defineProperty({ price: 1 }, 'other', { value: 1 });
    const values = [{ price: 1 }, {}, { price: '1' }, { price: 1, other: 1 }, { other: undefined }, hidden];
    expect(values.map(accept)).toEqual([true, true, false, false, false, false]);
  });
});
