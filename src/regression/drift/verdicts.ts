import { is2xx } from '../../http/status.ts';
import { isObject, parsedJson } from '../../schema/json.ts';
import { memberOf, pointerTokens } from '../../schema/pointer.ts';
import type { DescriptionDifference } from '../descriptions/difference.ts';
import type { Drift, DriftVerdict, GivenAnswer, PlaceEvidence } from './drift.ts';
import type { DescribedResponses, Refusal } from './refusals.ts';

interface BothDescriptions {
  readonly agreed: DescribedResponses;
  readonly served: DescribedResponses;
}

type Evidence = readonly [difference: DescriptionDifference, seen: PlaceEvidence];

const nothingSeen: PlaceEvidence = { isShown: false, isRefusedByAgreed: false, isRefusedByServed: false };

export function evidenceOf(
  differences: readonly DescriptionDifference[],
  both: BothDescriptions,
  answers: readonly GivenAnswer[],
): ReadonlyMap<DescriptionDifference, PlaceEvidence> {
  const seen = new Map(differences.map((one) => [one, nothingSeen]));
  const keys = new Map([...both.agreed.operations].map(([key, { name }]) => [name, key]));
  const byOperation = Map.groupBy(differences, ({ operation }) => operation);
  for (const answer of answers) {
    const key = keys.get(answer.operation);
    const ofOperation = byOperation.get(answer.operation) ?? [];
    for (const [one, now] of key === undefined ? [] : evidenceIn(answer, key, ofOperation, both))
      seen.set(one, union(seen.get(one) ?? nothingSeen, now));
  }
  return seen;
}

function union(one: PlaceEvidence, other: PlaceEvidence): PlaceEvidence {
  return {
    isShown: one.isShown || other.isShown,
    isRefusedByAgreed: one.isRefusedByAgreed || other.isRefusedByAgreed,
    isRefusedByServed: one.isRefusedByServed || other.isRefusedByServed,
  };
}

export function verdictOf({ isShown, isRefusedByAgreed, isRefusedByServed }: PlaceEvidence): DriftVerdict {
  if (isRefusedByAgreed) return isRefusedByServed ? 'both-differ' : 'deployment-wrong';
  return isRefusedByServed || isShown ? 'document-wrong' : 'not-shown';
}

export function joinedDrift(drifts: readonly Drift[]): Drift | undefined {
  return drifts.length === 0 ? undefined : drifts.reduce(joined);
}

function joined(one: Drift, other: Drift): Drift {
  if (one.state === 'not-compared') return one;
  if (other.state === 'not-compared') return other;
  const contradicting = [...new Set([...one.contradicting, ...other.contradicting])].sort();
  if (one.state === 'none') return { ...other, contradicting };
  if (other.state === 'none') return { ...one, contradicting };
  // If the shards got different descriptions, their differences cannot be matched. Those of the first shard are
  // reported.
  if (one.digest !== other.digest) return { ...one, contradicting };
  const differences = one.differences.map((difference, place) => {
    const seen = union(difference.seen, other.differences[place]?.seen ?? difference.seen);
    return { ...difference, seen, verdict: verdictOf(seen) };
  });
  return { ...one, differences, contradicting };
}

function* evidenceIn(
  { status, text }: GivenAnswer,
  key: string,
  differences: readonly DescriptionDifference[],
  { agreed, served }: BothDescriptions,
): Generator<Evidence> {
  const isShown = { ...nothingSeen, isShown: true };
  const statuses = [String(status), agreed.responseTo(key, status), served.responseTo(key, status)];
  const isGone = (one: DescriptionDifference): boolean =>
    one.keyword === 'paths'
      ? is2xx(status)
      : one.keyword === 'responses' && agreed.responseTo(key, status) !== undefined;
  const ofStatus = differences.filter(
    ({ part }) => part === 'operation' || statuses.some((one) => part === `response ${one}`),
  );
  for (const one of ofStatus.filter(isGone)) yield [one, isShown];
  const ofBody = ofStatus.filter(({ keyword }) => !wholePartKeywords.has(keyword));
  if (ofBody.length === 0) return;
  const body = parsedJson(text);
  const [byAgreed, byServed] = [agreed, served].map((one) => one.refusals(key, status, body));
  if (body === undefined || byAgreed === undefined || byServed === undefined) return;
  for (const one of ofBody) if (hasAt(body, pointerTokens(one.pointer))) yield [one, isShown];
  const refused = new Map([...byAgreed, ...byServed].map((one) => [one.pointer, one]));
  for (const refusal of refused.values()) {
    const isRefusedByAgreed = byAgreed.some(({ pointer }) => pointer === refusal.pointer);
    const isRefusedByServed = byServed.some(({ pointer }) => pointer === refusal.pointer);
    const { isExact, nearest } = nearestTo(refusal, ofBody);
    // Both descriptions refuse a value inside the differing part, which says nothing about the difference.
    if (!isExact && isRefusedByAgreed && isRefusedByServed) continue;
    for (const one of nearest) yield [one, { ...nothingSeen, isRefusedByAgreed, isRefusedByServed }];
  }
}

const wholePartKeywords: ReadonlySet<string> = new Set(['paths', 'responses', 'content', 'headers']);

function nearestTo({ pointer, unlisted }: Refusal, differences: readonly DescriptionDifference[]) {
  for (const place of [pointer, unlisted]) {
    const nearest = differences.filter((one) => one.pointer === place);
    if (nearest.length > 0) return { isExact: true, nearest };
  }
  const around = differences.filter((one) => pointer.startsWith(`${one.pointer}/`));
  const longest = Math.max(...around.map((one) => one.pointer.length));
  return { isExact: false, nearest: around.filter((one) => one.pointer.length === longest) };
}

function hasAt(value: unknown, [token, ...further]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined;
  if (Array.isArray(value)) return value.some((element) => hasAt(element, further));
  return isObject(value) && Object.hasOwn(value, token) && hasAt(memberOf(value, token), further);
}
