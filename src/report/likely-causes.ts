import { isMasked } from '../http/redact.ts';
import { valueAt } from '../schema/pointer.ts';
import { notJson } from '../trace/evidence.ts';
import { isLeftOut, type Problem, type Sighting } from './problems.ts';

/** Facts of a finding that point to its cause. Problems with a common fact probably have the same cause. */
const facts: readonly ((one: Sighting) => readonly unknown[])[] = [
  // One place of one answer, or of the change that caused it.
  ({ pointer, exchange, causedBy = exchange }) => [
    [exchange, pointer],
    [pointer === '' ? exchange : causedBy, pointer],
  ],
  // A change that was made although it was refused: its status, and its caller.
  (one) => (one.kind === 'changed though refused' ? [[one.causedBy, ''], ...callerOf(one)] : []),
  // An answer with the record of another case or client.
  ({ kind = '', exchange }) => (kind.startsWith('other') ? [['other', exchange]] : []),
  // An unusual request, such as by HEAD or for a further page.
  ({ cause }) =>
    cause !== undefined && isUnusual(cause.request)
      ? [[cause.request.method, cause.request.path, cause.request.spelling, cause.response.status]]
      : [],
  // Bodies of one wrong form, whatever their status.
  ({ requirement, pointer, kind, alike }) =>
    requirement === 'error-message' || kind === 'json' ? [[pointer, kind, alike]] : [],
  // One text at one place. Masked texts may differ although they look alike.
  (one) => {
    const value = shownAt(one);
    const isShown =
      typeof value === 'string' && one.pointer !== '' && !value.startsWith('(') && !isMasked(value);
    return isShown ? [[one.pointer, value]] : [];
  },
  // Fields that one change lost.
  (one) => (isLeftOut(one) && shownAt(one) === undefined ? [['lost', one.causedBy]] : []),
  // Bodies that are not JSON and make the service fail.
  ({ kind, cause }) => (kind === 'status 5xx' && cause?.request.body === notJson ? [[kind, notJson]] : []),
  // Values of one answer that are all null, or all booleans.
  (one) => {
    const value = shownAt(one);
    return ['type', 'enum'].includes(one.kind ?? '') && (value === null || typeof value === 'boolean')
      ? [[one.exchange, typeof value]]
      : [];
  },
  // Records in an envelope.
  ({ message }) => {
    const [, name] = /(?:the record is in \/|an object with only )(\w+)/.exec(message) ?? [];
    return name === undefined ? [] : [['in', name]];
  },
];

function shownAt({ shown, pointer }: Sighting): unknown {
  return valueAt(shown?.response.body, pointer);
}

function isUnusual({ method, path, spelling }: NonNullable<Sighting['cause']>['request']): boolean {
  return spelling !== undefined || path.includes('?') || !['GET', 'PATCH', 'POST'].includes(method);
}

/** Facts that count only if the other problem has them among `facts`: a place around the wrong one, and the caller. */
function outerFacts(one: Sighting): unknown[] {
  const { pointer, exchange, causedBy = exchange } = one;
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return [
    ...(parent === ''
      ? []
      : [
          [exchange, parent],
          [causedBy, parent],
        ]),
    ...callerOf(one),
  ];
}

/** The operation and the caller, if it must refuse that caller. */
function callerOf({ requirement, operation, cause }: Sighting): unknown[] {
  const credentials = cause?.request.credentials ?? 'member';
  return credentials === 'member' ? [] : [[requirement, operation, credentials]];
}

/** For each problem, the index of the first earlier problem that probably has the same cause. */
export function likelyCauses(problems: readonly Problem[]): (number | undefined)[] {
  const keysOf = (one: Problem, of: (finding: Sighting) => readonly unknown[]): ReadonlySet<string> =>
    new Set(one.findings.flatMap(of).map((fact) => JSON.stringify(fact)));
  const all = problems.map((one) => {
    const own = keysOf(one, (finding) => facts.flatMap((of) => of(finding)));
    return { own, outer: keysOf(one, outerFacts) };
  });
  const meet = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...some].some((key) => others.has(key));
  return all.map((one, index) => {
    const found = all
      .slice(0, index)
      .findIndex(
        (other) => meet(one.own, other.own) || meet(one.own, other.outer) || meet(one.outer, other.own),
      );
    return found < 0 ? undefined : found;
  });
}
