import { tokenNames } from '../../harness/target.ts';
import { is2xx } from '../../http/status.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { isEmptyChange } from '../headline.ts';
import { isLeftOut } from '../problems.ts';
import { few, inList, numeral } from '../words.ts';
import { idOf, isChange, isReading, pathOf, type Seen, shownAt } from './seen.ts';

const nouns: Readonly<Record<OperationId, string>> = {
  getCaseData: 'reading of a case',
  updateClient: 'change',
  createOrganisation: 'creation',
  getOrganisation: 'reading of the organisation',
  listCases: 'reading of the list',
  getInterfaceDescription: 'reading of the description',
};

const maxNamedCases = 4;

/**
 * A sentence on the cases that show the problem: `Wrong in 2 of 3 Sales and in no other case.` Undefined if the problem
 * is not about reading cases.
 */
export function frequencyInCases(seen: Seen): string | undefined {
  const { wrong, exchanges, callers, types } = seen;
  const caller = callers.has('member') ? 'member' : [...callers][0];
  const ids = new Map(wrong.filter(isReading).map((one) => [pathOf(one), idOf(one)]));
  // A request with additional headers only counts if a plain reading of the same case is wrong, too.
  const isOfCases = wrong.every((one) => ids.has(pathOf(one)) && types.has(pathOf(one)));
  if (!isOfCases || ids.size === 0 || ![...callers].every(isCaller)) return undefined;
  const asked = new Set(exchanges.filter((one) => isAnswered(one, caller)).map(pathOf));
  const known = [...types].filter(([path]) => ids.has(path) || asked.has(path));
  if (known.length === 1) return `The case is a ${known[0]?.[1]}.`;
  if (ids.size === known.length) return `Wrong in ${allInWords(ids.size)} cases that were read.`;
  const shares = [...Map.groupBy(known, ([, type]) => type)]
    .map(([type, all]) => ({ type, all: all.length, some: all.filter(([path]) => ids.has(path)).length }))
    .filter(({ some }) => some > 0);
  const words = shares.map(({ type, some, all }) =>
    some < all
      ? `${some} of ${all} ${type}s`
      : all === 1
        ? `the only ${type}`
        : `${allInWords(all)} ${type}s`,
  );
  const isOtherRight = exchanges.some(
    (one) => isAnswered(one, caller) && !ids.has(pathOf(one)) && showsSame(one, seen),
  );
  // If only one case is wrong, the printed request already names it.
  const isNamed = ids.size > 1 && ids.size <= maxNamedCases && shares.some(({ some, all }) => some < all);
  const named = isNamed ? ` (${[...ids.values()].join(', ')})` : '';
  return `Wrong in ${inList(words)}${named}${isOtherRight ? ', in no other case' : ''}.`;
}

function allInWords(number: number): string {
  return number === 2 ? 'both' : `all ${numeral(number)}`;
}

/** Names a right case of the type of a wrong one. Of wrong credentials: identifiers with a wrong and with a right answer. */
export function rightCasesInWords(seen: Seen): string | undefined {
  const { wrong, right, types, callers, isComparable, isRecorded } = seen;
  if (!isComparable || isRecorded || !wrong.every(({ operation }) => operation === 'getCaseData'))
    return undefined;
  const typeOf = (one: Evidence): string | undefined => types.get(pathOf(one));
  const idsIn = (some: readonly Evidence[]) => [
    ...new Map(some.map((one) => [pathOf(one), idOf(one)])).values(),
  ];
  const ofWrong = idsIn(wrong);
  if (ofWrong.includes('') || right.some((one) => ofWrong.includes(idOf(one)))) return undefined;
  const others = right.filter((one) => idOf(one) !== '');
  const like = others.find(
    (one) =>
      typeOf(one) !== undefined &&
      showsSame(one, seen) &&
      wrong.some((other) => typeOf(other) === typeOf(one)),
  );
  if (like !== undefined) return `Right in the ${typeOf(like)} ${idOf(like)}.`;
  if (others.length < 2 || [...callers].some(isCaller)) return undefined;
  return `Wrong for the identifier${ofWrong.length > 1 ? 's' : ''} ${few(ofWrong)}; right for ${few(idsIn(others), 1)}.`;
}

/** Whether a record has a value at the place of the problem. Another value of an enumeration says nothing of a wrong one. */
function showsSame(one: Evidence, { findings, place }: Seen): boolean {
  return place === '' || (findings.some(({ kind }) => kind !== 'enum') && shownAt(one, place) !== undefined);
}

/** Whether the caller asked for a case. The member must have got it, since its contents are unknown otherwise. */
export function isAnswered(one: Evidence, caller = 'member'): boolean {
  const { request, response } = one;
  return isReading(one) && request.credentials === caller && (caller !== 'member' || is2xx(response.status));
}

export function isCaller(credentials: string): boolean {
  return tokenNames.some((name) => name === credentials);
}

/**
 * A sentence on how many of the comparable requests show the problem: `Wrong in 3 of 12 changes.` If it is unknown which
 * requests are comparable, all requests of the same kind count. If the report lacks some requests: `Seen 3 times.`
 * Undefined if the report lacks the requests of the problem.
 */
export function frequencyInRequests(seen: Seen): string | undefined {
  const { findings, operations, wrong, judged: all, isWhole, isOfErrorBodies } = seen;
  if (wrong.length === 0) return undefined;
  if (!isWhole) return wrong.length === 1 ? 'Seen once.' : `Seen ${wrong.length} times.`;
  const statuses = new Set(findings.flatMap(({ shown }) => shown?.response.status ?? []));
  const ending = all < 2 ? '' : 's';
  const what = isOfErrorBodies
    ? `answer${ending} with ${[...statuses].join(' or ')}`
    : requestsInWords(seen, ending);
  if (all < 2) return `Only one ${what} was judged.`;
  const each = operations.length === 1 ? '' : `: ${operations.map((one) => countOf(one, wrong)).join(', ')}`;
  const share = wrong.length < all ? `${numeral(wrong.length)} of ${numeral(all)}` : allInWords(all);
  return `Wrong in ${share} ${what}${each}.`;
}

function requestsInWords(seen: Seen, ending: string): string {
  const { operations, callers, wrong, isComparable } = seen;
  const [operation, another] = operations;
  // A report that was read from a file may name other operations.
  const noun = (another === undefined && operation !== undefined && nouns[operation]) || 'request';
  const form = wrong.every(isEmptyChange) && isComparable ? 'empty ' : '';
  const field = operations.length === 1 && isComparable ? fieldInWords(seen) : '';
  const what = `${form}${noun.replace(/^\w+/, (first) => `${first}${ending}`)}${field}`;
  const [caller = '', ...others] = callers;
  if (others.length > 0 || !isCaller(caller)) return `such ${what}`;
  return caller === 'member' ? what : `${what} as ${caller}`;
}

/** Words that limit the counted changes to those of a field, such as ` of lastName`. */
function fieldInWords({ fields, findings, wrong, isOfSentFields }: Seen): string {
  const [field, another] = fields;
  const named = another === undefined ? field : undefined;
  if (findings.every(isLeftOut) && wrong.every(isChange)) return ` that left ${named ?? 'these fields'} out`;
  return isOfSentFields && named !== undefined ? ` of ${named}` : '';
}

function countOf(operation: OperationId, all: readonly Evidence[]): string {
  const count = all.filter((one) => one.operation === operation).length;
  return count > 1 ? `${operation} (${count})` : operation;
}
