import { grouped } from '../../schema/grouped.ts';
import type { Direction } from '../../specification/upgrade.ts';
import { attributionTo } from './attribution.ts';
import type { Change, Possibility } from './change.ts';
import {
  type Audience,
  breaking,
  breakingSide,
  type DescriptionDifference,
  differenceIn,
  type Effect,
  effectsOf,
  type Part,
  presenceDiffers,
  reasonsOf,
  type Sender,
  type Side,
  undecided,
  type Written,
  witnessIn,
  writtenAt,
} from './difference.ts';
import type { Differences } from './differences.ts';
import type { Located, Media } from './document.ts';
import type { Content } from './embedding.ts';
import { unique } from './json.ts';
import type { SchemaChange } from './rules.ts';
import { hasUnhandled, isOpen, type Shape } from './shape.ts';
import type { Shapes } from './shapes.ts';
import type { Validator, Validators } from './validators.ts';
import { type Progress, type Search, witnessOf } from './witness.ts';
import { placeInWords, pointerOfPlace } from './words.ts';

/** Requests and responses are separate, since `readOnly` and `writeOnly` apply only in one direction. */
export type Compared = Readonly<Record<Direction, ComparedOneWay>>;

export interface ComparedOneWay {
  readonly shapes: Readonly<Record<Side, Shapes>>;
  readonly validators: Readonly<Record<Side, Validators>>;
  /** Validators that ignore discriminators. Undefined if discriminators add no constraints. */
  readonly plainValidators: Readonly<Record<Side, Validators>> | undefined;
  readonly differences: Differences;
  readonly known: Map<string, readonly SchemaDifference[]>;
  readonly progress: Progress;
}

interface SchemaDifference extends Pick<DescriptionDifference, 'pointer' | 'message' | 'places' | 'keyword'> {
  readonly change: SchemaChange;
  readonly tags: Written['tags'];
  /** All old and new values if both descriptions enumerate them, since the message may leave some out. */
  readonly values: readonly unknown[];
  readonly acceptedBy: Readonly<Record<Side, Evidence>>;
}

interface Evidence {
  readonly possibility: Possibility | 'unsearched';
  readonly witness: Content;
}

interface SchemaPart extends Part {
  readonly direction: Direction;
  /** Whether the value is sent as text (a parameter or header) instead of JSON. */
  readonly isText?: boolean;
}

/**
 * The differences of the contents of a part. A media type is compared with the same type, or else with its range
 * (`text/*`).
 */
export function mediaDiffer(
  compared: Compared,
  part: SchemaPart,
  before: Media,
  after: Media,
): DescriptionDifference[] {
  const mediaOf = (media: Media, type: string): Located | undefined =>
    media.get(type) ?? media.get(`${type.split('/', 1)[0]}/*`) ?? media.get('*/*');
  return unique([...before.keys(), ...after.keys()]).flatMap((mediaType) => {
    const old = mediaOf(before, mediaType);
    const now = mediaOf(after, mediaType);
    const body = { ...part, mediaType, written: writtenAt(old, now) };
    if (old !== undefined && now !== undefined) return schemasDiffer(compared, body, old, now);
    const isNew = now !== undefined;
    const isOf = { before: !isNew, after: isNew };
    const effects = part.direction === 'request' ? effectsOf('consumer', 'send it', isOf) : ofAnswers(isNew);
    const rule = `${part.direction}-media-type` as const;
    return [presenceDiffers(body, rule, `A body of ${mediaType}`, isNew, effects)];
  });
}

function ofAnswers(isNew: boolean): ReturnType<typeof effectsOf> {
  const effect = isNew
    ? undecided('The description does not say whether it is sent to those who do not ask for it.')
    : breaking('A consumer could ask for it until now.', 'before');
  return { consumers: effect, providers: effect };
}

export function schemasDiffer(
  compared: Compared,
  part: SchemaPart,
  before: Located,
  after: Located,
): DescriptionDifference[] {
  const { shapes, known, ...oneWay } = compared[part.direction];
  const isText = part.isText === true;
  const old = shapes.before(before.schema);
  const now = shapes.after(after.schema);
  if (old.digest === now.digest) return [];
  const key = `${isText} ${old.digest} ${now.digest}`;
  const bodyValidators = (both: ComparedOneWay['validators']): Search['validators'] => ({
    before: validatorOf(both.before, before, isText),
    after: validatorOf(both.after, after, isText),
  });
  const compare = (): SchemaDifference[] => {
    const found = oneWay.differences(old, now);
    return differencesOfChanges(isText ? asTexts(found, old, now) : found, {
      validators: bodyValidators(oneWay.validators),
      plain: oneWay.plainValidators && bodyValidators(oneWay.plainValidators),
      progress: oneWay.progress,
    });
  };
  try {
    const differences = known.get(key) ?? compare();
    known.set(key, differences);
    return differences.map((one) =>
      inPart(one, { ...part, written: { ...writtenAt(before, after), tags: one.tags } }),
    );
  } catch (cause) {
    throw cause instanceof RangeError ? new TooLarge(part, { cause }) : cause;
  }
}

export class TooLarge extends RangeError {
  readonly place: string;

  constructor({ operation, name }: Part, options: ErrorOptions) {
    const place = `${operation}, ${name}`;
    super(`The schemas of ${place} are too large.`, options);
    this.place = place;
  }
}

function validatorOf(validators: Validators, { pointer, schema }: Located, isText: boolean): Validator {
  const validator: Validator = schema === undefined ? () => undefined : validators(pointer);
  return isText ? validatorOfText(validator) : validator;
}

/**
 * The changes of values that are sent as text. The text `0` is a string and a number, so nothing is lost if a number
 * becomes a string.
 */
function asTexts(changes: readonly Change[], old: Shape, now: Shape): readonly Change[] {
  const unless = (isIncluded: boolean, possibility: Possibility): Possibility =>
    isIncluded && possibility === 'maybe' ? 'no' : possibility;
  return changes.map((one) => ({
    ...one,
    gains: unless(isIncludedAsText(now, old), one.gains),
    loses: unless(isIncludedAsText(old, now), one.loses),
  }));
}

function differencesOfChanges(
  changes: readonly Change[],
  found: Pick<Search, 'validators' | 'plain' | 'progress'>,
): SchemaDifference[] {
  const attribution = attributionTo(changes);
  const groups = grouped(changes, ({ origin, keyword, words }) => `${origin}\n${keyword}\n${words}`);
  return groups.map((group) => {
    const [first] = group;
    const places = unique(group.map(({ steps }) => placeInWords(steps) || 'The value'));
    const evidenceFor = (accepting: Side): Evidence => {
      const possibilities = group.map((change) => (accepting === 'after' ? change.gains : change.loses));
      const possibility = possibilities.find((one) => one === 'maybe') ?? possibilities[0] ?? 'no';
      if (possibility !== 'maybe') return { possibility, witness: undefined };
      if (found.progress.left <= 0) return { possibility: 'unsearched', witness: undefined };
      const witness = witnessOf({ ...found, attribution, group, accepting });
      return witness === 'by policy'
        ? { possibility: 'policy', witness: undefined }
        : { possibility, witness };
    };
    const acceptedBy = { before: evidenceFor('before'), after: evidenceFor('after') };
    return {
      change: first.listing ?? changeIn(acceptedBy),
      tags: first.steps.map((step) => (step.kind === 'member' ? step.tag : undefined)),
      values: [first.shapes.before, first.shapes.after].map(valuesIn),
      pointer: pointerOfPlace(first.steps),
      message: `${places[0]} ${first.words}${furtherPlaces(places.slice(1))}.`,
      places: places.slice(0, maxPlaces),
      keyword: first.keyword,
      acceptedBy,
    };
  });
}

const maxPlaces = 20;

function changeIn({ before, after }: SchemaDifference['acceptedBy']): SchemaChange {
  if (before.possibility === 'no' && after.possibility !== 'no') return 'widened';
  return before.possibility !== 'no' && after.possibility === 'no' ? 'narrowed' : 'changed';
}

function valuesIn({ alternatives }: Shape): unknown[] {
  return alternatives.map((one) => ('values' in one ? one.values : undefined));
}

function furtherPlaces(places: readonly string[]): string {
  if (places.length === 0) return '';
  return places.length === 1
    ? `, and so ${places[0]}`
    : `, and so ${places[0]} and ${places.length - 1} more`;
}

function inPart(
  { acceptedBy, ...difference }: SchemaDifference,
  { direction, ...part }: SchemaPart,
): DescriptionDifference {
  const { pointer, message, places, keyword, change, values } = difference;
  const sender: Sender = direction === 'response' ? 'provider' : 'consumer';
  const effectOn = (audience: Audience): Effect => {
    const accepting = breakingSide(audience, sender);
    const reasons = reasonsOf[accepting](sender, 'send what is shown');
    const { possibility, witness } = acceptedBy[accepting];
    if (witness !== undefined)
      return {
        ...{ verdict: 'breaking', reason: reasons.breaking },
        witness: witnessIn(part, { body: witness.value, acceptedBy: accepting }),
      };
    if (possibility === 'policy')
      return { verdict: 'breaking', reason: policyReasonOf(keyword), byPolicy: true };
    return possibility === 'no'
      ? { verdict: 'compatible', reason: reasons.compatible }
      : {
          ...{ verdict: 'undecided', reason: undecidedReasons[possibility] },
          ...(possibility === 'unsearched' ? { unsearched: true } : {}),
        };
  };
  return {
    ...differenceIn(part, `${direction}-${keyword}-${change}`, [pointer, message, values]),
    ...{ pointer, message, places, keyword },
    ...{ consumers: effectOn('consumers'), providers: effectOn('providers') },
  };
}

function policyReasonOf(keyword: string): string {
  const [ignored, broken] =
    keyword === 'default'
      ? ['default', 'fill it in, such as servers']
      : ['discriminator', 'read by it, such as code generators'];
  return `No value proves it: validators ignore the ${ignored}. By policy it breaks those who ${broken}.`;
}

const undecidedReasons: Readonly<Record<Exclude<Evidence['possibility'], 'no' | 'policy'>, string>> = {
  maybe:
    'No value that proves it was found, and none was ruled out: values at the limits were tried, down to 50 levels.',
  unsearched: 'The search for a proof ended before it: the descriptions differ in too many places.',
  informs: 'It refuses no value; it only describes how the value is used.',
  unlisted: 'The name could hold any value until now: it breaks only those who use it for something else.',
};

/**
 * A validator for a text such as a query parameter. The text `0` may be a string, a number, or a list of either. It is
 * valid if one of these is.
 */
function validatorOfText(validator: Validator): Validator {
  return (value) =>
    readingsOf(value).some((one) => validator(one) === undefined) ? undefined : (validator(value) ?? []);
}

function readingsOf(value: unknown): unknown[] {
  if (value === null || typeof value === 'object') return [value];
  const text = String(value);
  const number = Number(text);
  const scalars = [
    ...[text],
    ...(String(number) === text ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
  return [...scalars, ...scalars.map((one) => [one])];
}

/**
 * Whether the outer shape accepts every text of the inner shape: an unrestricted string accepts the text of any number.
 */
function isIncludedAsText(inner: Shape, outer: Shape): boolean {
  return (
    !hasUnhandled(outer) &&
    outer.alternatives.some((one) => one.type === 'string' && isOpen(one)) &&
    inner.isCovered &&
    inner.alternatives.every(({ type }) => type === 'string' || type === 'number' || type === 'boolean')
  );
}
