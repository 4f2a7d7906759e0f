import { deviates, deviatesAt, held, jsonOf } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { namesTheCase } from '../../rules/case-record.ts';
import { differingPlaces, flipIn, type ShownPlaces, shownPlaces } from '../../rules/repeated-readings.ts';
import type { Exchange } from '../../trace/exchange.ts';
import type { RepeatedCase } from './read-again.ts';

/** So many places of one record that go back and forth are told one by one. */
const mostPlaces = 5;

/**
 * A record that shows something, then something else, and then the former again without a change is not that of the case
 * each time. What changed once may have: cases live.
 */
export function judgeFlips({ specification }: Session, { replies, id }: RepeatedCase): Judgement[] {
  const readings = replies
    .filter((reply) => namesTheCase(specification, reply, { id }))
    .map((reply) => ({ reply, shown: shownPlaces(specification, jsonOf(reply)) }));
  const flips = [...Map.groupBy(flipsIn(readings), ({ reply }) => reply)];
  if (flips.length === 0) return readings.length > 1 ? [held] : [];
  return flips.flatMap(([reply, ofReply]) =>
    ofReply.length > mostPlaces
      ? [flipped(reply, '', `The record shows ${ofReply.length} fields`)]
      : ofReply.map(({ pointer }) => flipped(reply, pointer, pointer)),
  );
}

function flipped(reply: Exchange, pointer: string, what: string): Judgement {
  const words = `${what} otherwise than readings before and after it, though nothing was changed`;
  return pointer === ''
    ? deviates(reply, 'case-data-of-the-case', words, '', 'back and forth')
    : deviatesAt(
        reply,
        'case-data-of-the-case',
        pointer,
        'must not be one thing, then another, and then the former again, though nothing was changed',
        'back and forth',
      );
}

interface ShownReading {
  readonly reply: Exchange;
  readonly shown: ShownPlaces;
}

/** The places that go back and forth, outermost first, each with the reply that shows it. */
function flipsIn(
  readings: readonly ShownReading[],
): { readonly reply: Exchange; readonly pointer: string }[] {
  const [first] = readings;
  if (first === undefined) return [];
  const differing = new Set(readings.flatMap(({ shown }) => differingPlaces(first.shown, shown)));
  const flips = [...differing].flatMap((place) => {
    const at = flipIn(readings.map(({ shown }) => shown.get(place)));
    const reply = at === undefined ? undefined : readings[at]?.reply;
    return reply === undefined ? [] : [{ reply, pointer: place.split('/*', 1)[0] ?? '' }];
  });
  // What is gone takes what it holds along.
  return flips.filter(
    ({ pointer, reply }, place) =>
      flips.findIndex((one) => one.pointer === pointer && one.reply === reply) === place &&
      !flips.some((one) => pointer.startsWith(`${one.pointer}/`)),
  );
}
