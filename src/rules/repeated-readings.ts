import { isObject } from '../schema/json.ts';
import { places } from '../schema/places.ts';
import { generalPointer, memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';

/** Of the readings of one value, so many of the last must agree for it to count as settled. */
const lastReadings = 3;

/**
 * The place among readings of one that shows another value than readings before and after it do, though nothing was
 * changed; undefined where there is none. A value that changed while it was read may have: a case lives, and a copy of it
 * may be a little late. So the last readings must show the first value again, or still go from one to the other.
 */
export function flipIn(readings: readonly (string | undefined)[]): number | undefined {
  const [first] = readings;
  const last = readings.slice(-lastReadings);
  if (last.every((value) => value === first)) return placeOf(readings.findIndex((value) => value !== first));
  if (last.every((value) => value === last[0])) return undefined;
  const returning = readings.findIndex((value, place) => {
    const next = readings.indexOf(value, place + 1);
    const later = readings.lastIndexOf(value);
    return (
      next !== -1 && later >= readings.length - lastReadings && isLeft(readings.slice(place, later), value)
    );
  });
  if (returning === -1) return undefined;
  const value = readings[returning];
  return placeOf(readings.findIndex((one, place) => place > returning && one !== value));
}

function isLeft(readings: readonly (string | undefined)[], value: string | undefined): boolean {
  return readings.some((one) => one !== value);
}

function placeOf(index: number): number | undefined {
  return index === -1 ? undefined : index;
}

/** What a record shows, by the pointers to its places with a star for each position in a list. */
export type ShownPlaces = ReadonlyMap<string, string>;

/**
 * What a case record shows of what is described, such that two readings of one record show the same: the order of a list
 * is not said, an identifier may be written in any case, and what is open, such as a link to a document, may be made for
 * each answer. Of a case's address the lines count that an address is known to have.
 */
export function shownPlaces(specification: Specification, record: unknown): ShownPlaces {
  const shown = new Map<string, string[]>();
  const note = (pointer: string, text: string): void => {
    const place = generalPointer(pointer);
    shown.set(place, [...(shown.get(place) ?? []), text]);
  };
  for (const { schema, pointer, value } of places(specification.schemaNamed('CaseRecord'), record)) {
    if (pointer === '' || pointer === '/caseId') continue;
    const isOpen = schema['x-standing'] !== undefined || typeof value === 'object';
    note(pointer, isOpen ? '' : JSON.stringify(value));
  }
  const address = memberOf(record, 'address');
  for (const line of specification.fieldsOf('Address')) {
    const text = memberOf(address, line);
    if (text !== undefined && !isObject(text)) note(`/address/${line}`, JSON.stringify(text));
  }
  return new Map([...shown].map(([place, texts]) => [place, texts.sort().join('\n')]));
}

/** The places where two readings of a record differ. A location is there where one is available (interface 1). */
export function differingPlaces(one: ShownPlaces, other: ShownPlaces): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (place) => one.get(place) !== other.get(place) && !isMerelyAbsent(place, one, other),
  );
}

function isMerelyAbsent(place: string, one: ShownPlaces, other: ShownPlaces): boolean {
  return /^\/location(\/|$)/.test(place) && (one.get(place) === undefined || other.get(place) === undefined);
}

/**
 * The places at which two records of one case say what cannot both be so. A text may be hidden in part from a caller, a
 * location be shown roughly, and a list without some of its elements; but not another number, or another of the words
 * that there are, unless that is what stands for none.
 * @param one - what the caller with more permissions is shown
 */
export function contradictingPlaces(specification: Specification, one: unknown, other: unknown): string[] {
  const ofOther = plainValues(specification, other);
  return [...plainValues(specification, one)]
    .filter(([pointer, value]) => ofOther.has(pointer) && ofOther.get(pointer) !== value)
    .filter(([pointer]) => !blanks.includes(ofOther.get(pointer)))
    .map(([pointer]) => pointer);
}

/** What a field may be hidden by that must be there. */
const blanks: readonly unknown[] = [0, 'No', 'no'];

function plainValues(specification: Specification, record: unknown): ReadonlyMap<string, unknown> {
  const plain = [...places(specification.schemaNamed('CaseRecord'), record)].filter(
    ({ pointer, schema, value }) =>
      schema['x-standing'] === undefined &&
      generalPointer(pointer) === pointer &&
      !pointer.startsWith('/location/') &&
      (typeof value === 'string' ? schema.enum?.includes(value) === true : typeof value !== 'object'),
  );
  return new Map(plain.map(({ pointer, value }) => [pointer, value]));
}
