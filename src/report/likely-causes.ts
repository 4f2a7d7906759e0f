import { isMasked } from '../http/redact.ts';
import { valueAt } from '../schema/pointer.ts';
import { notJson } from '../trace/evidence.ts';
import { isLeftOut, type Problem, type Sighting } from './problems.ts';

type Fact = (one: Sighting) => string | false | undefined;

/** Facts of a finding that point to its cause. Problems with a common fact probably have the same cause. */
const facts: readonly Fact[] = [
  // One place of one answer, or of the change that caused it.
  ({ pointer, exchange }) => `${exchange} ${pointer}`,
  ({ pointer, causedBy }) => pointer !== '' && causedBy !== undefined && `${causedBy} ${pointer}`,
  // A change that was made although it was refused: its status, and its caller.
  ({ kind, causedBy }) => kind === madeAnyway && `${causedBy} `,
  (one) => one.kind === madeAnyway && callerOf(one),
  // An answer with the record of another case or client.
  ({ kind, exchange }) => kind?.startsWith('other') && `other ${exchange}`,
  // An unusual request, such as by HEAD or for a further page.
  ({ pointer, cause: { request, response } = {} }) =>
    request !== undefined &&
    pointer === '' &&
    (request.spelling !== undefined || /\?|^(?!GET|PATCH|POST)/.test(`${request.method} ${request.path}`)) &&
    `${request.method} ${request.path} ${request.spelling} ${response?.status}`,
  // Bodies of one wrong form, whatever their status.
  ({ requirement, pointer, kind, alike }) =>
    (requirement === 'error-message' || kind === 'json') && `${pointer} ${kind} ${alike}`,
  // One text at one place, which the request did not send. Masked texts may differ although they look alike.
  (one) => {
    const { pointer, cause } = one;
    const value = pointer !== '' && valueAt(cause?.request.body, pointer) !== shownAt(one) && shownAt(one);
    return typeof value === 'string' && !/^\(/.test(value) && !isMasked(value) && `${pointer} ${value}`;
  },
  // Values of a wrong type that are stored as they were sent.
  (one) => {
    const sent = one.kind === 'type' ? valueAt(one.cause?.request.body, one.pointer) : undefined;
    return sent !== undefined && sent === shownAt(one) && 'a wrong type is stored';
  },
  // Fields that one change lost.
  (one) => isLeftOut(one) && shownAt(one) === undefined && `lost ${one.causedBy ?? one.exchange}`,
  // Bodies that are not JSON and make the service fail.
  ({ kind, cause }) => kind === 'status 5xx' && cause?.request.body === notJson && notJson,
];

const madeAnyway = 'changed though refused';

function shownAt({ shown, pointer }: Sighting): unknown {
  return valueAt(shown?.response.body, pointer);
}

/** Facts that count only if the other problem has them among `facts`: a place around the wrong one, and the caller. */
const outerFacts: readonly Fact[] = [
  ({ pointer, exchange }) => parentOf(pointer) !== '' && `${exchange} ${parentOf(pointer)}`,
  ({ pointer, causedBy }) => parentOf(pointer) !== '' && `${causedBy} ${parentOf(pointer)}`,
  callerOf,
];

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** The operation and the caller, if it must refuse that caller. */
function callerOf({ requirement, operation, cause }: Sighting): string | undefined {
  const credentials = cause?.request.credentials ?? 'member';
  return credentials === 'member' ? undefined : `${requirement} ${operation} ${credentials}`;
}

/** For each problem, the index of the first earlier problem that probably has the same cause. */
export function likelyCauses(problems: readonly Problem[]): (number | undefined)[] {
  const factsIn = ({ findings }: Problem, some: readonly Fact[]): ReadonlySet<string> =>
    new Set(findings.flatMap((one) => some.flatMap((factOf) => factOf(one) || [])));
  const known = problems.map((one) => ({ own: factsIn(one, facts), outer: factsIn(one, outerFacts) }));
  const meet = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
    [...some].some((fact) => others.has(fact));
  return known.map(({ own, outer }, index) => {
    const found = known
      .slice(0, index)
      .findIndex((other) => [other.own, other.outer].some((one) => meet(own, one)) || meet(outer, other.own));
    return found < 0 ? undefined : found;
  });
}
