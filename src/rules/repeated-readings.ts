import { deviates, deviatesAt, held, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { isObject } from '../schema/json.ts';
import { places } from '../schema/places.ts';
import { generalPointer, memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type AskedCase, caseRecordIn, namesTheCase } from './case-record.ts';

const readingsToSettle = 3;

/**
 * The index of the first reading with a wrong value, if the values return to the first one or still alternate at the
 * end. A lasting change is allowed, since cases change during a run and a replica may lag.
 */
export function flipIndex(readings: readonly (string | undefined)[]): number | undefined {
  const [first] = readings;
  const last = readings.slice(-readingsToSettle);
  if (last.every((value) => value === first))
    return placeOf(
      readings.findIndex((value, place) => {
        const isSettled = readings.slice(place, place + readingsToSettle).every((one) => one === value);
        return value !== first && value !== readings[place - 1] && !isSettled;
      }),
    );
  if (last.every((value) => value === last[0])) return undefined;
  return placeOf(
    readings.findIndex((value, place) => {
      const before = readings[place - 1];
      return place > 0 && value !== before && readings.includes(before, place);
    }),
  );
}

function placeOf(index: number): number | undefined {
  return index === -1 ? undefined : index;
}

type ShownPlaces = ReadonlyMap<string, string>;

/**
 * The values of a record that must be equal in each reading. Values that may differ are left out: document
 * links, the order of lists, undocumented lines of an address.
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

/** A location may be missing, since it is shown only where available (interface 1). */
export function differingPlaces(one: ShownPlaces, other: ShownPlaces): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (place) => one.get(place) !== other.get(place) && !isMerelyAbsent(place, one, other),
  );
}

function isMerelyAbsent(place: string, one: ShownPlaces, other: ShownPlaces): boolean {
  return /^\/location(\/|$)/.test(place) && (one.get(place) === undefined || other.get(place) === undefined);
}

/**
 * The reference, and each object or list, with its values in one text if it contains a text with letters and digits, or
 * an e-mail address: by chance, no two cases show the same. A single member, such as an agent's e-mail address, may be
 * the same in many.
 */
export function membersShown(
  specification: Specification,
  reply: Exchange | undefined,
): ReadonlyMap<string, string> {
  const shown = shownPlaces(specification, reply && caseRecordIn(reply));
  const isDistinctive = (text: string): boolean =>
    /\p{L}/u.test(text) && /[\d@]/.test(text) && !specification.text.includes(text.slice(1, -1));
  const members = Map.groupBy(shown, ([place]) => place.split('/', 2).join('/'));
  return new Map(
    [...members]
      .filter(([pointer, places]) => pointer === '/reference' || places.length > 1)
      .filter(([, places]) => places.some(([, text]) => text.split('\n').some(isDistinctive)))
      .map(([pointer, places]) => [
        pointer,
        places
          .map((place) => place.join(' '))
          .sort()
          .join('\n'),
      ]),
  );
}

/** Values that a later reading shows for the first time, although another case showed them before. */
function takenFromOthers(
  specification: Specification,
  [first, ...again]: readonly Exchange[],
  others: readonly Exchange[],
): Judgement[] {
  const own = membersShown(specification, first);
  const ofOthers = others.map((other) => membersShown(specification, other));
  return again
    .flatMap((reply) =>
      [...membersShown(specification, reply)].flatMap(([pointer, shown]) =>
        own.get(pointer) !== shown && ofOthers.some((other) => other.get(pointer) === shown)
          ? [
              deviatesAt(
                reply,
                'case-data-of-the-case',
                pointer,
                'is that of another case',
                'of another case',
              ),
            ]
          : [],
      ),
    )
    .slice(0, maxPlaces);
}

const maxPlaces = 5;

/**
 * A value that changes and changes back is probably the value of another case. One that is new in each of many readings
 * is wrong too, as are several that only concurrent readings show: nobody changes a case so often. A lasting change is
 * allowed, since cases change during a run, but not to what another case showed.
 *
 * @param others - the first readings of other cases
 */
export function judgeFlips(
  specification: Specification,
  replies: readonly Exchange[],
  asked: AskedCase,
  others: readonly Exchange[] = [],
): Judgement[] {
  const readings = replies
    .filter((reply) => namesTheCase(specification, reply, asked))
    .map((reply) => ({ reply, shown: shownPlaces(specification, jsonOf(reply)) }));
  const flips = [...Map.groupBy(flipsIn(readings), ({ reply }) => reply)];
  if (flips.length === 0) {
    const taken = takenFromOthers(
      specification,
      readings.map(({ reply }) => reply),
      others,
    );
    return taken.length === 0 && readings.length > 1 ? [held] : taken;
  }
  return flips.flatMap(([reply, ofReply]) =>
    ofReply.length > maxPlaces ? [manyFlipped(reply, ofReply.length)] : ofReply.map((flip) => flipped(flip)),
  );
}

function manyFlipped(reply: Exchange, count: number): Judgement {
  const words = `The record shows ${count} fields that differ from the readings before and after it, though the run changed no case`;
  return deviates(reply, 'case-data-of-the-case', words, '', 'back and forth');
}

function flipped({ reply, pointer, how }: Flip): Judgement {
  const words = `${how}, although the run changed no case`;
  return deviatesAt(reply, 'case-data-of-the-case', pointer, words, 'back and forth');
}

interface ShownReading {
  readonly reply: Exchange;
  readonly shown: ShownPlaces;
}

interface Flip {
  readonly reply: Exchange;
  readonly pointer: string;
  readonly how: string;
}

/** How the values of a place are wrong, and the index of the first reading that shows it. */
function wrongIn(
  values: readonly (string | undefined)[],
  readings: readonly ShownReading[],
): readonly [how: string, at: number] | undefined {
  // A number may come from a feed.
  const isNumber = values.every((value) => value !== undefined && !Number.isNaN(Number(value)));
  if (!isNumber && values.length > 2 * readingsToSettle && new Set(values).size === values.length)
    return ['changed with every reading', 1];
  const at = flipIndex(values);
  if (at !== undefined) return ['changed and changed back between readings', at];
  const [together = [], alone = []] = [true, false].map((isConcurrent) =>
    values.filter((_, place) => (readings[place]?.reply.wasConcurrent === true) === isConcurrent),
  );
  const isMixed = new Set(together).size > 1 && !together.some((value) => alone.includes(value));
  return isMixed && alone.length >= readingsToSettle && new Set(alone).size === 1
    ? ['differed between concurrent readings, and from all readings alone', 0]
    : undefined;
}

function flipsIn(readings: readonly ShownReading[]): Flip[] {
  const [first] = readings;
  if (first === undefined) return [];
  const differing = new Set(readings.flatMap(({ shown }) => differingPlaces(first.shown, shown)));
  const flips = [...differing].flatMap((place) => {
    const [how = '', at = -1] =
      wrongIn(
        readings.map(({ shown }) => shown.get(place)),
        readings,
      ) ?? [];
    const reply = readings[at]?.reply;
    return reply === undefined ? [] : [{ reply, pointer: place.split('/*', 1)[0] ?? '', how }];
  });
  // If an object disappears, only the object is reported, not its members.
  return flips.filter(
    ({ pointer, reply }, place) =>
      flips.findIndex((one) => one.pointer === pointer && one.reply === reply) === place &&
      !flips.some((one) => pointer.startsWith(`${one.pointer}/`)),
  );
}
