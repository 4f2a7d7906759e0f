import { is2xx } from '../../http/status.ts';
import { characterNames } from '../../rules/text-difference.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { isLeftOut } from '../problems.ts';
import { inList, numeral } from '../words.ts';
import { endingOf, lengthOfCut, mostCharacters } from './altered-texts.ts';
import { isCaller, isChange, isUnsent, sentAt } from './requests.ts';
import {
  type Effect,
  isOfField,
  isOfForm,
  isOfStatus,
  isOfWrongStatus,
  isRight,
  isUnknown,
  type Seen,
} from './seen.ts';

/** How often a problem occurs, and whether it occurs whenever it can. */
export interface Often {
  readonly words: string;
  readonly isOfAll: boolean;
}

const nouns: Readonly<Record<OperationId, string>> = {
  getCaseData: 'readings of a case',
  updateClient: 'changes',
  createOrganisation: 'creations',
  getOrganisation: 'readings of the organisation',
  listCases: 'readings of the list',
  getInterfaceDescription: 'readings of the description',
};

/**
 * A sentence on how many of the requests that could show the problem do: `In 3 of 12 changes.` If their number is
 * unknown: `Seen 3 times.` Undefined if there is only one.
 */
export function oftenInWords(seen: Seen): Often | undefined {
  const { findings, operations, causes, looked, callers } = seen;
  if (looked === undefined)
    return causes.length > 1 ? { words: `Seen ${numeral(causes.length)} times.`, isOfAll: true } : undefined;
  const all = new Set([...causes, ...looked.filter((one) => isRight(one, seen))]).size;
  if (all < 2) return findings.every(isLeftOut) ? { words: onlyChange, isOfAll: true } : undefined;
  const [[operation], [caller = '']] = [operations, [...callers]];
  const isOfOne = operation !== undefined && operations.length === 1;
  const what = isOfOne ? `${nouns[operation]}${ofField(seen)}` : 'requests';
  const isOfCaller = callers.size === 1 && isCaller(caller);
  const alike = isOfStatus(seen)
    ? `answers with ${[...new Set(findings.map(({ status }) => status))].join(' or ')}`
    : isOfCaller
      ? `${what}${caller === 'member' ? '' : ` as ${caller}`}`
      : `such ${what}`;
  const isOfAll = causes.length === all;
  const refused = causes.map(({ response }) => response.status).filter((status) => !is2xx(status));
  const answered =
    refused.length === 0 || isOfWrongStatus(seen) || isOfStatus(seen)
      ? ''
      : ` answered ${[...new Set(refused)].join(' or ')}`;
  const often = isOfAll ? `In all ${all}` : `In ${numeral(causes.length)} of ${numeral(all)}`;
  return {
    words: `${isUnknown(seen) || isOfForm(seen) ? `Seen in ${numeral(all)}` : often} ${alike}${answered}${isOfOne ? '' : `: ${operations.map((one) => countOf(one, causes)).join(', ')}`}.`,
    isOfAll,
  };
}

/** An operation, with the number of its requests if there are several. */
function countOf(operation: OperationId, all: readonly Evidence[]): string {
  const count = all.filter((one) => one.operation === operation).length;
  return count > 1 ? `${operation} (${count})` : operation;
}

const onlyChange = 'No other change could show it, so what it depends on is unknown.';

export const mostAlternatives = 3;

/** Words for the field and the texts of the changes that are counted: ` of lastName with é`. */
function ofField(seen: Seen): string {
  const [field] = seen.fields;
  if (seen.findings.every(isLeftOut) && seen.causes.every(isChange))
    return seen.fields.size === 1 ? ` before which the client had ${field}` : '';
  const cut = lengthOfCut(seen);
  const { altered } = seen;
  const ending = endingOf(seen.texts);
  const texts =
    ending !== undefined
      ? ` with ${ending.name.replace('the first', 'a')}`
      : cut !== undefined
        ? ` to more than ${cut} characters`
        : altered.length === 0
          ? ''
          : ` with ${altered.length > mostCharacters ? 'such characters' : inList(altered.map(characterNames), 'or')}`;
  if (!isOfField(seen)) return '';
  return `${seen.fields.size === 1 ? ` of ${field}` : ''}${texts}${placesInWords(seen)}`;
}

/** Words for the places that the changes left empty, or whose values they exchanged, if all did so. */
function placesInWords({ causes, effects }: Seen): string {
  const named = (places: readonly string[]): string =>
    inList([...new Set(places.map((place) => place.slice(1)))], 'and', mostAlternatives);
  const isOfAll = (some: readonly Effect[]): boolean =>
    causes.every((one) => some.some(({ cause }) => cause === one));
  const moved = effects.filter(({ source }) => source !== undefined);
  const unsent = effects.filter(({ cause, pointer }) => isUnsent(cause, pointer));
  const places = isOfAll(moved) ? moved.map(({ source = '' }) => source) : [];
  if (!isOfAll(unsent))
    return places.length === 0 ? '' : ` with ${named([...moved.map(({ pointer }) => pointer), ...places])}`;
  const empty = unsent.map(({ cause, pointer }) => sentAt(cause, pointer) === '');
  const how = empty.every(Boolean) ? 'empty' : empty.some(Boolean) ? 'empty or left out' : 'left out';
  const without = unsent.map(({ pointer }) => pointer);
  if (new Set(without).size > mostAlternatives) return ' that left such a line out';
  return `${places.length === 0 ? '' : ` with ${named(places)}, and`} with ${named(without)} ${how}`;
}
