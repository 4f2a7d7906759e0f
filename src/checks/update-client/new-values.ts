import type { Patch } from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';

/** A client, and what of it may be changed. */
export interface Changeable {
  readonly client: string;
  readonly fields: readonly ChangeableField[];
  /** The lines that a new address may have; a line more could not be taken away again. */
  readonly lines: readonly string[];
}

/**
 * Three values for each field that most deployments should take: plain, and nobody's. The telephone numbers are of those
 * that are kept free for plays, and the e-mail addresses end in a domain that is kept free for examples. Clients have
 * different ones, as far as can be: else a change that lands on another client would not show there.
 */
function valuesFor(client: string): Readonly<Record<ChangeableField, readonly unknown[]>> {
  // The end of an identifier, since some begin with the time.
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
    address: from(towns)
      .slice(0, 2)
      .map((town, step) => ({
        line_1: `${number + step + 1} ${town} Street`,
        line_2: `Upper ${town}`,
        line_3: `${town} Green`,
        post_town: `${town}ford`,
        county: `${town}shire`,
        postcode: `ZZ${step + 1} ${number % 10}ZZ`,
        uprn: `0${String(10_000_000_000 + 3 * number + step)}`,
      })),
  };
}

const forenames = [
  'Avery',
  'Robin',
  'Morgan',
  'Rowan',
  'Quinn',
  'Jules',
  'Ellis',
  'Ariel',
  'Lesley',
  'Frances',
];
const surnames = ['Sample', 'Tester', 'Pattern', 'Mockford', 'Draftley', 'Placeholder', 'Trialwood'];
const towns = ['Sample', 'Tester', 'Pattern', 'Mock', 'Draft', 'Trial', 'Proof'];

/** A new value for a field of a client, other than the record shows. */
export function newValue(
  field: ChangeableField,
  { client, lines }: Omit<Changeable, 'fields'>,
  record: ClientRecord,
): unknown {
  const values = valuesFor(client)[field];
  if (field !== 'address') return values.find((value) => value !== memberOf(record, field));
  const fresh = values.find((one) =>
    lines.every((line) => memberOf(one, line) !== memberOf(record.address, line)),
  );
  return picked((fresh ?? values[0]) as ClientRecord, lines);
}

/** A change of all that may be changed to new values. */
export function newValues(changeable: Changeable, record: ClientRecord): Patch {
  return Object.fromEntries(changeable.fields.map((field) => [field, newValue(field, changeable, record)]));
}

/** Every value that the fields of a client may be given in turn. */
export function valuesOf({
  client,
  fields,
  lines,
}: Changeable): Readonly<Record<string, readonly unknown[]>> {
  const values = valuesFor(client);
  return Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'address' ? values.address.map((one) => picked(one as ClientRecord, lines)) : values[field],
    ]),
  );
}

/** The members of these names. */
function picked(record: ClientRecord, names: readonly string[]): ClientRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/** The lines of an address that hold something. */
export function linesOf({ fieldsOf }: Specification, address: unknown): string[] {
  return fieldsOf('Address').filter((line) => (memberOf(address, line) ?? '') !== '');
}
