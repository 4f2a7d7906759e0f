import { isDeepStrictEqual } from 'node:util';
import { candidatesFor } from '../../generation/candidates.ts';
import type { Patch } from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, isSame } from '../../rules/client-record.ts';
import { isObject } from '../../schema/json.ts';
import { flatten } from '../../schema/places.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';

export interface Changeable {
  readonly specification: Specification;
  readonly client: string;
  readonly fields: readonly ChangeableField[];
  /** Lines of the address that may be sent. The run could not remove any other line again. */
  readonly lines: readonly string[];
}

/**
 * Plain values that most deployments should accept. The telephone numbers are reserved for drama, the domain
 * of the e-mail addresses for examples (RFC 2606). Values differ between clients where possible, to reveal a
 * change that reaches the wrong client.
 */
function plainValues(client: string): Readonly<Record<ChangeableField, readonly unknown[]>> {
  // Some identifiers begin with the time and so start alike.
  const tail = client.replaceAll('-', '').slice(-12).toLowerCase();
  const number = Number.parseInt(tail, 16) % 330;
  const from = <Value>(values: readonly Value[]): Value[] =>
    [0, 1, 2].map((step) => values[(number + step) % values.length] as Value);
  const lastNames = from(surnames);
  return {
    title: from(['Dr', 'Ms', 'Mr']),
    firstName: from(forenames),
    lastName: lastNames,
    emailAddress: ['one', 'two', 'three'].map((name) => `${name}.${tail}@example.com`),
    companyName: lastNames.map((name) => `${name} and Partners ${number} Limited`),
    telephoneNumber: [0, 1, 2].map((step) => `+442079460${String(3 * number + step).padStart(3, '0')}`),
    address: from(towns).map((town, step) => ({
      line_1: `${number + step + 1} ${town} Street`,
      line_2: `Upper ${town}`,
      line_3: `${town} Green`,
      post_town: `${town}ford`,
      county: `${town}shire`,
      postcode: `ZZ1${step + 1} ${number % 10}ZZ`,
      // Up to twelve digits: one value begins with a zero, the others are shorter.
      uprn: `${step === 0 ? '0' : ''}${10_000_000_000 + 3 * number + step}`,
    })),
  };
}

const maxValuesPerField = 3;

function valuesFor(
  { specification, client }: Pick<Changeable, 'specification' | 'client'>,
  field: string,
): unknown[] {
  const { validate, schemaNamed } = specification;
  const isAllowed = (value: unknown): boolean => validate('ClientPatch', { [field]: value }).length === 0;
  const plain = ((memberOf(plainValues(client), field) ?? []) as readonly unknown[]).filter(isAllowed);
  if (plain.length > 0) return plain;
  const schema = flatten(schemaNamed('ClientPatch'), undefined).properties?.[field] ?? {};
  const led = candidatesFor(schema).filter(isAllowed);
  const distinct = led.filter(
    (value, place) => led.findIndex((one) => isDeepStrictEqual(one, value)) === place,
  );
  return distinct.slice(0, maxValuesPerField);
}

const forenames = 'Avery Robin Morgan Rowan Quinn Jules Ellis Ariel Lesley Frances'.split(' ');
const surnames = ['Sample', 'Tester', 'Pattern', 'Mockford', 'Draftley', 'Placeholder', 'Trialwood'];
const towns = ['Sample', 'Tester', 'Pattern', 'Mock', 'Draft', 'Trial', 'Proof'];

export function newValue(
  field: ChangeableField,
  { specification, client, lines }: Omit<Changeable, 'fields'>,
  record: ClientRecord,
): unknown {
  const values = valuesFor({ specification, client }, field);
  if (field !== 'address')
    return values.find((value) => !isSame(specification, field, { [field]: value }, record));
  const fresh = values.find((one) =>
    lines.every((line) => memberOf(one, line) !== memberOf(record.address, line)),
  );
  return picked(fresh ?? values[0], lines);
}

export function newValues(changeable: Changeable, record: ClientRecord): Patch {
  const values = changeable.fields.map((field) => [field, newValue(field, changeable, record)] as const);
  // A field that allows only one value cannot get a new one.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

export function valuesOf({ fields, lines, ...of }: Changeable): Readonly<Record<string, readonly unknown[]>> {
  const values = fields.map((field) => [field, valuesFor(of, field)] as const);
  return Object.fromEntries(
    values
      .filter(([, some]) => some.length > 0)
      .map(([field, some]) => [field, field === 'address' ? some.map((one) => picked(one, lines)) : some]),
  );
}

function picked(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

export function linesOf({ fieldsOf }: Specification, address: unknown): string[] {
  return fieldsOf('Address').filter((line) => (memberOf(address, line) ?? '') !== '');
}
