import { grouped } from '../../schema/grouped.ts';
import type { Direction } from '../../specification/upgrade.ts';
import { attributionTo } from './attribution.ts';
import type { Change, Possibility, Side } from './change.ts';
import type { Audience, DescriptionDifference, Effect, Witness } from './difference.ts';
import type { Differences } from './differences.ts';
import type { Located } from './document.ts';
import type { Judge, Judges } from './judges.ts';
import { unique } from './meet.ts';
import { placeInWords, pointerOfPlace } from './places.ts';
import type { Shape } from './shape.ts';
import type { Shapes } from './shapes.ts';
import { type Unexplained, unexplained } from './sweep.ts';
import { isIncludedAsText, judgeOfText } from './wire-text.ts';
import { type JudgesOfBody, type Search, witnessOf } from './witness.ts';

/** Two descriptions for one direction, ready to be compared. */
interface ComparedOneWay {
  readonly shapes: Readonly<Record<Side, Shapes>>;
  readonly judges: Readonly<Record<Side, Judges>>;
  readonly differences: Differences;
  /** Differences by pair of schemas: many operations exchange the same ones. */
  readonly told: Map<string, readonly DescriptionDifference[]>;
}

/** Two descriptions, ready to be compared. A schema may mean something else for requests than for responses. */
export type Compared = Readonly<Record<Direction, ComparedOneWay>>;

/** A part of an operation that a schema describes. */
export interface Part {
  readonly operation: string;
  /** Such as `response 200`. */
  readonly name: string;
  readonly direction: Direction;
  /** The status of a response. */
  readonly status?: string;
  /** Whether the value is sent as text instead of JSON. */
  readonly isText?: boolean;
}

/** The differences between two descriptions of a part, and whom they affect. */
export function partDiffers(
  bothWays: Compared,
  part: Part,
  before: Located,
  after: Located,
): DescriptionDifference[] {
  const compared = bothWays[part.direction];
  const { shapes } = compared;
  const old = shapes.before(before.schema);
  const now = shapes.after(after.schema);
  if (old.digest === now.digest) return [];
  const key = `${part.direction} ${part.isText === true} ${old.digest} ${now.digest}`;
  try {
    const told = compared.told.get(key) ?? schemasDiffer(compared, part, before, after);
    compared.told.set(key, told);
    return told.map((one) => inPart(one, part));
  } catch (cause) {
    throw cause instanceof RangeError ? new NestsTooDeeply(part, { cause }) : cause;
  }
}

/** Thrown when schemas refer to each other too deeply to be compared. */
export class NestsTooDeeply extends RangeError {
  /** Such as `GET /api/v2/org, response 200`. */
  readonly place: string;

  constructor({ operation, name }: Part, options: ErrorOptions) {
    const place = `${operation}, ${name}`;
    super(`The schemas of ${place} nest too deeply.`, options);
    this.place = place;
  }
}

/** The same difference in another part. */
function inPart(difference: DescriptionDifference, { operation, name, status }: Part): DescriptionDifference {
  const inEffect = ({ witness, ...effect }: Effect): Effect =>
    witness === undefined
      ? effect
      : { ...effect, witness: { ...witness, operation, ...(status === undefined ? {} : { status }) } };
  const { consumers, providers } = difference;
  return {
    ...difference,
    operation,
    part: name,
    consumers: inEffect(consumers),
    providers: inEffect(providers),
  };
}

function schemasDiffer(
  compared: ComparedOneWay,
  part: Part,
  before: Located,
  after: Located,
): DescriptionDifference[] {
  const { shapes, differences } = compared;
  const old = shapes.before(before.schema);
  const now = shapes.after(after.schema);
  const changes = part.isText ? asTexts(differences(old, now), old, now) : differences(old, now);
  const judges: JudgesOfBody = {
    before: judgeIn(part, judgeOf(compared.judges.before, before)),
    after: judgeIn(part, judgeOf(compared.judges.after, after)),
  };
  const groups = grouped(changes, ({ origin, keyword, words }) => `${origin}\n${keyword}\n${words}`);
  const attribution = attributionTo(changes);
  const told = groups.map((group) => differenceOf(group, part, { judges, attribution }));
  const found = unexplained(old, now, changes, judges);
  return [...told, ...found.map((one) => foundByTrying(one, part))];
}

/** The changes of a value that is sent as text. A description that accepts all texts accepts those of numbers too. */
function asTexts(changes: readonly Change[], old: Shape, now: Shape): readonly Change[] {
  const unless = (isIncluded: boolean, possibility: Possibility): Possibility =>
    isIncluded && possibility === 'maybe' ? 'no' : possibility;
  return changes.map((one) => ({
    ...one,
    gains: unless(isIncludedAsText(now, old), one.gains),
    loses: unless(isIncludedAsText(old, now), one.loses),
  }));
}

/** A difference that comparing the schemas did not show. */
function foundByTrying(
  { accepting, pointer, keyword, value }: Unexplained,
  part: Part,
): DescriptionDifference {
  const effectOn = (audience: Audience): Effect => {
    const isOfThem = acceptingSide(part.direction, audience) === accepting;
    // The comparison missed one direction here, so finding nothing in the other proves nothing.
    return effectOf(
      part.direction,
      audience,
      'maybe',
      isOfThem ? witnessIn(part, value, accepting) : undefined,
    );
  };
  const words =
    accepting === 'after' ? 'allows values now that were refused' : 'refuses values now that were allowed';
  return {
    ...{ operation: part.operation, part: part.name, pointer, keyword, places: [pointer || 'The value'] },
    message: `${pointer === '' ? 'The value' : pointer} ${words}.`,
    consumers: effectOn('consumers'),
    providers: effectOn('providers'),
  };
}

function witnessIn({ operation, status }: Part, body: unknown, acceptedBy: Side): Witness {
  return { operation, ...(status === undefined ? {} : { status }), body, acceptedBy };
}

function judgeIn({ isText = false }: Part, judge: Judge): Judge {
  return isText ? judgeOfText(judge) : judge;
}

/** Without a schema, every value is accepted. */
function judgeOf(judges: Judges, { pointer, schema }: Located): Judge {
  return schema === undefined ? () => undefined : judges(pointer);
}

function differenceOf(
  group: readonly [Change, ...Change[]],
  part: Part,
  means: Pick<Search, 'judges' | 'attribution'>,
): DescriptionDifference {
  const [first] = group;
  const places = unique(group.map(({ steps }) => placeInWords(steps) || 'The value'));
  const effectOn = (audience: Audience): Effect => {
    const accepting = acceptingSide(part.direction, audience);
    const possibilities = group.map((change) => (accepting === 'after' ? change.gains : change.loses));
    const possibility = possibilities.find((one) => one === 'maybe') ?? possibilities[0] ?? 'no';
    const found = possibility !== 'maybe' ? undefined : foundIn({ ...means, group, accepting });
    const witness = found === undefined ? undefined : witnessIn(part, found.value, accepting);
    return effectOf(part.direction, audience, possibility, witness);
  };
  return {
    operation: part.operation,
    part: part.name,
    pointer: pointerOfPlace(first.steps),
    message: `${places[0]} ${first.words}${furtherPlaces(places.slice(1))}.`,
    places,
    keyword: first.keyword,
    consumers: effectOn('consumers'),
    providers: effectOn('providers'),
  };
}

function furtherPlaces(places: readonly string[]): string {
  if (places.length === 0) return '';
  return places.length === 1
    ? `, and so ${places[0]}`
    : `, and so ${places[0]} and ${places.length - 1} more`;
}

/** Places per change that are searched for a witness: another change may hide it at one of them. */
const searchedPlaces = 3;

function foundIn(search: Search) {
  for (const change of search.group.slice(0, searchedPlaces)) {
    const found = witnessOf(change, search);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The description that accepts a breaking value: the new one for receivers, the old one for senders. */
function acceptingSide(direction: Direction, audience: Audience): Side {
  return (direction === 'response') === (audience === 'consumers') ? 'after' : 'before';
}

/** The effect of a difference on an audience, given a witness or none. */
function effectOf(
  direction: Direction,
  audience: Audience,
  possibility: Possibility,
  witness: Witness | undefined,
): Effect {
  if (witness !== undefined)
    return { verdict: 'breaking', reason: reasons[direction][audience].breaking, witness };
  if (possibility === 'no') return { verdict: 'compatible', reason: reasons[direction][audience].compatible };
  const reason =
    possibility === 'informs'
      ? 'It refuses no value, but says otherwise what is done with it.'
      : possibility === 'unlisted'
        ? 'The name was open until now: it breaks only those who use it for something else.'
        : 'No value was found that shows it, and none was shown to be impossible: values at its borders were tried, down to 50 levels.';
  return { verdict: 'undecided', reason };
}

/** The reasons refer to the witness, not to the message: the difference may add, remove or require something. */
const reasons: Readonly<
  Record<Direction, Readonly<Record<Audience, Readonly<Record<'breaking' | 'compatible', string>>>>>
> = {
  response: {
    consumers: {
      breaking: 'A provider may newly send what is shown.',
      compatible: 'All that may be sent now could be sent before.',
    },
    providers: {
      breaking: 'A provider could send what is shown until now.',
      compatible: 'What a provider could send until now is still allowed.',
    },
  },
  request: {
    consumers: {
      breaking: 'A consumer could send what is shown until now.',
      compatible: 'What a consumer could send until now is still allowed.',
    },
    providers: {
      breaking: 'A consumer may newly send what is shown.',
      compatible: 'All that may be sent now could be sent before.',
    },
  },
};
