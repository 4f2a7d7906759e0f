import { is2xx } from '../../http/status.ts';
import { isObject, parsedJson } from '../../schema/json.ts';
import { memberOf, pointerTokens } from '../../schema/pointer.ts';
import type { DescriptionDifference } from '../descriptions/difference.ts';
import type { DriftVerdict, GivenAnswer, SeenOfPlace } from './drift.ts';
import type { Describing, Refusal } from './refusals.ts';

/** The agreed description and the served one. */
export interface Both {
  readonly agreed: Describing;
  readonly served: Describing;
}

/** The evidence about a place so far. */
type Seen = { -readonly [Name in keyof SeenOfPlace]: boolean };

/** The evidence from the answers about each difference, in the order of the differences. */
export function seenOf(
  differences: readonly DescriptionDifference[],
  both: Both,
  answers: readonly GivenAnswer[],
): SeenOfPlace[] {
  const seen = new Map<DescriptionDifference, Seen>(
    differences.map((one) => [one, { isShown: false, isRefusedByAgreed: false, isRefusedByServed: false }]),
  );
  const keys = new Map([...both.agreed.operations].map(([key, { name }]) => [name, key]));
  const byOperation = Map.groupBy(differences, ({ operation }) => operation);
  for (const answer of answers) {
    const key = keys.get(answer.operation);
    const ofOperation = byOperation.get(answer.operation);
    if (key !== undefined && ofOperation !== undefined) look(answer, key, ofOperation, both, seen);
  }
  return [...seen.values()];
}

/** The verdict that follows from what the answers show. */
export function verdictOf({ isShown, isRefusedByAgreed, isRefusedByServed }: SeenOfPlace): DriftVerdict {
  if (isRefusedByAgreed) return isRefusedByServed ? 'both-differ' : 'deployment-wrong';
  return isRefusedByServed || isShown ? 'document-wrong' : 'not-shown';
}

function look(
  { status, text }: GivenAnswer,
  key: string,
  differences: readonly DescriptionDifference[],
  both: Both,
  seen: ReadonlyMap<DescriptionDifference, Seen>,
): void {
  const { agreed, served } = both;
  const statuses = [String(status), agreed.responseTo(key, status), served.responseTo(key, status)];
  const isGone = (one: DescriptionDifference): boolean =>
    one.keyword === 'paths'
      ? is2xx(status)
      : one.keyword === 'responses' && agreed.responseTo(key, status) !== undefined;
  const ofStatus = differences.filter(
    ({ part }) => part === 'operation' || statuses.some((one) => part === `response ${one}`),
  );
  for (const one of ofStatus.filter(isGone)) mark(seen, one, { isShown: true });
  const ofBody = ofStatus.filter(({ keyword }) => !ofTheWhole.has(keyword));
  if (ofBody.length === 0) return;
  const body = parsedJson(text);
  const [byAgreed, byServed] = [agreed, served].map((one) => one.refusals(key, status, body));
  if (body === undefined || byAgreed === undefined || byServed === undefined) return;
  for (const one of ofBody) if (hasAt(body, pointerTokens(one.pointer))) mark(seen, one, { isShown: true });
  const refused = new Map([...byAgreed, ...byServed].map((one) => [one.pointer, one]));
  for (const refusal of refused.values()) {
    const isRefusedByAgreed = byAgreed.some(({ pointer }) => pointer === refusal.pointer);
    const isRefusedByServed = byServed.some(({ pointer }) => pointer === refusal.pointer);
    const { isExact, nearest } = nearestTo(refusal, ofBody);
    // A refusal by both below a place says nothing about their difference there.
    if (!isExact && isRefusedByAgreed && isRefusedByServed) continue;
    for (const one of nearest) mark(seen, one, { isRefusedByAgreed, isRefusedByServed });
  }
}

/** Keywords of differences that concern an operation or a status, not a body. */
const ofTheWhole: ReadonlySet<string> = new Set(['paths', 'responses', 'content', 'headers']);

function mark(
  seen: ReadonlyMap<DescriptionDifference, Seen>,
  difference: DescriptionDifference,
  { isShown = false, isRefusedByAgreed = false, isRefusedByServed = false }: Partial<Seen>,
): void {
  const one = seen.get(difference);
  if (one === undefined) return;
  one.isShown ||= isShown;
  one.isRefusedByAgreed ||= isRefusedByAgreed;
  one.isRefusedByServed ||= isRefusedByServed;
}

/** The differences at the place of a refusal, or else at the nearest place around it. */
function nearestTo(
  { pointer, unlisted }: Refusal,
  differences: readonly DescriptionDifference[],
): { readonly isExact: boolean; readonly nearest: readonly DescriptionDifference[] } {
  for (const place of [pointer, unlisted]) {
    const nearest = differences.filter((one) => one.pointer === place);
    if (nearest.length > 0) return { isExact: true, nearest };
  }
  const around = differences.filter((one) => pointer.startsWith(`${one.pointer}/`));
  const longest = Math.max(...around.map((one) => one.pointer.length));
  return { isExact: false, nearest: around.filter((one) => one.pointer.length === longest) };
}

/** Whether there is a value at a place; `*` matches any position in a list. */
function hasAt(value: unknown, [token, ...further]: readonly string[]): boolean {
  if (token === undefined) return value !== undefined;
  if (Array.isArray(value)) return value.some((element) => hasAt(element, further));
  return isObject(value) && Object.hasOwn(value, token) && hasAt(memberOf(value, token), further);
}
