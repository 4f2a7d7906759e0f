import type { Redacted } from '../../http/redact.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import type { Report } from '../report.ts';
import { inList, jsonInWords } from '../words.ts';
import type { Often } from './frequency.ts';
import { isAnswered, isCaller, isReading, pathOf } from './requests.ts';
import type { Seen } from './seen.ts';

/** The paths of cases in lower case, each with the case type of the checks that read it. */
export function typesOfCases({ results, exchanges }: Report): ReadonlyMap<string, string> {
  return new Map(
    results.flatMap(({ caseType, evidence }) => {
      if (caseType === undefined) return [];
      return evidence.flatMap((place) => {
        const { method, credentials, path = '' } = exchanges[place]?.request ?? {};
        return method === 'GET' && credentials === 'member' ? [[path.toLowerCase(), caseType] as const] : [];
      });
    }),
  );
}

/** The maximum number of cases to list by identifier. */
const mostNamed = 4;

/**
 * A sentence on the cases that show the problem: `In 2 of 3 Sales, in no other case.` Undefined if the problem is not
 * about reading cases.
 */
export function casesInWords(seen: Seen): Often | undefined {
  const { causes, exchanges, callers, types } = seen;
  const [first] = callers;
  const caller = callers.has('member') ? 'member' : first;
  const wrong = new Map(
    causes.filter(isReading).map((one) => [pathOf(one), one.request.path.split('/')[4] ?? '']),
  );
  // A reading with additional headers counts as one of the plain readings if the same case is wrong there, too.
  const isOfCases = causes.every((one) => wrong.has(pathOf(one)) && types.has(pathOf(one)));
  if (!isOfCases || wrong.size === 0 || ![...callers].every(isCaller)) return undefined;
  const asked = new Set(exchanges.filter((one) => isAnswered(one, caller)).map(pathOf));
  const known = [...types].filter(([path]) => wrong.has(path) || asked.has(path));
  if (known.length === 1) return { words: `The case is a ${known[0]?.[1]}.`, isOfAll: true };
  if (wrong.size === known.length) return { words: `In all ${wrong.size} cases.`, isOfAll: true };
  const shares = [...Map.groupBy(known, ([, type]) => type)]
    .map(([type, all]) => ({ type, all: all.length, some: all.filter(([path]) => wrong.has(path)).length }))
    .filter(({ some }) => some > 0);
  const words = shares.map(({ type, some, all }) =>
    some < all ? `${some} of ${all} ${type}s` : all === 1 ? `the only ${type}` : `every ${type}`,
  );
  // If only one case is wrong, the printed request already names it.
  const isNamed = wrong.size > 1 && wrong.size <= mostNamed && shares.some(({ some, all }) => some < all);
  return {
    words: `In ${inList(words)}, in no other case${isNamed ? `: ${[...wrong.values()].join(', ')}` : ''}.`,
    isOfAll: shares.every(({ some, all }) => some === all),
  };
}

export const missing = 'missing';

/** A description of the value at the place in an answer. Empty if the answer is not JSON. */
export function contentOf({ response: { body } }: Evidence, { place }: Seen): string[] {
  if (body === undefined) return [];
  const value = valueAt(body, place);
  // Without the object that would contain it, the value cannot be wrong.
  const above = place.slice(0, place.lastIndexOf('/'));
  if (value === undefined) return above === '' || valueAt(body, above) !== undefined ? [missing] : [];
  if (Array.isArray(value)) return [value.length === 0 ? 'empty' : itemsInWords(value)];
  if (typeof value === 'object' && value !== null) return ['an object'];
  return [jsonInWords(value as Redacted).replace(/^\((an object) of (\d+)\)$/, '$1 with $2 members')];
}

const isUnmasked = /^[^(].*[a-wyz]/i;

/** A description of an array by the unmasked texts in its elements. */
function itemsInWords(items: readonly unknown[]): string {
  const said = items.flatMap((item) =>
    Object.entries(Object(item)).flatMap(([name, value]) =>
      typeof value === 'string' && isUnmasked.test(value) ? [`${name} ${jsonInWords(value)}`] : [],
    ),
  );
  return said.length === 0 ? 'an array' : `an array with ${inList([...new Set(said)].sort())}`;
}
