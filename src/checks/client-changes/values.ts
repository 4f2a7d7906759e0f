import { memberOf } from '../../specification/pointer.ts';
import { addressFields, type ChangeableField, type ClientRecord } from './fields.ts';

/** A body of a change: fields of a client, each with its new value. */
export type Patch = Readonly<Partial<Record<ChangeableField, unknown>>>;

/**
 * For each field two values that every deployment should take: plain, and nobody's. The telephone numbers are of
 * those that are kept free for plays, in an area that there is, and the e-mail addresses end in a domain that is kept free for examples.
 */
const values: Readonly<Record<Exclude<ChangeableField, 'address'>, (client: string) => readonly string[]>> = {
  title: () => ['Dr', 'Ms', 'Mr'],
  firstName: () => ['Avery', 'Robin', 'Morgan'],
  lastName: () => ['Sample', 'Tester', 'Placeholder'],
  // An address that another client has already may be refused, so that each client has its own.
  emailAddress: (client) =>
    ['one', 'two', 'three'].map((name) => `${name}.${client.slice(0, 8)}@example.com`),
  companyName: () => ['Sample Holdings Limited', 'Tester and Daughters LLP', 'Placeholder Limited'],
  telephoneNumber: () => ['+442079460001', '+442079460002', '+442079460003'],
};

const addresses: readonly ClientRecord[] = [
  {
    line_1: '1 Sample Street',
    line_2: 'Testerton',
    line_3: 'Upper Sampling',
    post_town: 'Exampleford',
    county: 'Sampleshire',
    postcode: 'ZZ1 1ZZ',
    uprn: '100000000001',
  },
  {
    line_1: '2 Tester Lane',
    line_2: 'Sampleton',
    line_3: 'Lower Testing',
    post_town: 'Samplebury',
    county: 'Testershire',
    postcode: 'ZZ2 2ZZ',
    uprn: '100000000002',
  },
];

/**
 * A new value for a field, other than the record shows.
 * @param lines - the lines of the address that it may have; a line more could not be taken away again
 */
export function newValue(
  field: ChangeableField,
  client: string,
  record: ClientRecord,
  lines: readonly string[],
): unknown {
  if (field === 'address') return newAddress(record, lines);
  const shown = memberOf(record, field);
  return values[field](client).find((value) => value !== shown);
}

function newAddress({ address }: ClientRecord, lines: readonly string[]): ClientRecord {
  const fresh = addresses.find((one) => lines.every((line) => one[line] !== memberOf(address, line)));
  return picked(fresh ?? addresses[0] ?? {}, lines);
}

/** Every value that the fields of a client may be given in turn. */
export function valuesOf({
  client,
  fields,
  lines,
}: {
  readonly client: string;
  readonly fields: readonly ChangeableField[];
  readonly lines: readonly string[];
}): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'address' ? addresses.map((one) => picked(one, lines)) : values[field](client),
    ]),
  );
}

/** The members of these names. */
function picked(record: ClientRecord, names: readonly string[]): ClientRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/** The lines of an address that hold something. */
export function linesOf(address: unknown): string[] {
  return addressFields.filter((line) => (memberOf(address, line) ?? '') !== '');
}
