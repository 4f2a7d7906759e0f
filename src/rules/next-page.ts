import { listCases } from '../api/calls.ts';
import { normalisedLetters } from '../http/made-up.ts';
import { isObject } from '../schema/json.ts';
import type { Exchange } from '../trace/exchange.ts';

export interface NextPage {
  readonly query: string;
  readonly shownBy: string;
  /** Whether the target gave a link. If not, the query was made from a page number or a cursor. */
  readonly isLink: boolean;
}

type Which = 'next' | 'last';

/**
 * Looks for a Link header (RFC 8288), or a member with a usual name, such as `next`. Only the query is used, so a
 * link to another host is never followed.
 *
 * @param which - which page to look for from the first one
 */
export function nextPage(
  page: Pick<Exchange, 'call' | 'headers' | 'body'>,
  which: Which = 'next',
): NextPage | undefined {
  const { call, headers, body } = page;
  const linked = linkedPage(headers.link ?? '', which);
  const shown =
    (linked === undefined ? undefined : { shownBy: 'Link header', value: linked }) ??
    (body.kind === 'json' ? shownPage(body.value, which) : undefined);
  if (shown === undefined) return undefined;
  const from = call.query ?? '';
  const query = 'query' in shown ? queryWith(from, shown.query) : queryOf(shown.value, from);
  if (query === undefined) return undefined;
  return { query, shownBy: shown.shownBy, isLink: 'value' in shown };
}

function linkedPage(header: string, which: Which): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>((?:\s*;\s*[^,;<>]+)*)/g)) {
    const [, relations = ''] = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters) ?? [];
    if (relations.toLowerCase().split(/\s+/).includes(which)) return target;
  }
  return undefined;
}

type Shown =
  | { readonly shownBy: string; readonly value: string }
  | { readonly shownBy: string; readonly query: Readonly<Record<string, string>> };

function shownPage(value: unknown, which: Which): Shown | undefined {
  if (!isObject(value)) return undefined;
  for (const holder of [value, ...Object.values(value).slice(0, 100)]) {
    if (!isObject(holder)) continue;
    const shown = (which === 'next' ? nextIn(holder) : undefined) ?? countedPage(holder, which);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

function nextIn(holder: Readonly<Record<string, unknown>>): Shown | undefined {
  for (const [name, value] of Object.entries(holder).slice(0, 100)) {
    const [, what] =
      /^(?:odata)?next(|page|link|url|uri|href|cursor|(?:page)?token|offset)$/.exec(
        normalisedLetters(name),
      ) ?? [];
    if (what === undefined) continue;
    const shownBy = name.length > 20 ? 'next' : name;
    const target = isObject(value) ? value.href : value;
    if (typeof target === 'number' && Number.isSafeInteger(target))
      return { shownBy, query: { [what === 'offset' ? what : 'page']: String(target) } };
    if (typeof target !== 'string' || target === '') continue;
    if (/^(https?:)?\/|^\?/i.test(target)) return { shownBy, value: target };
    const word = /^\d+$/.test(target) ? 'page' : 'cursor';
    return { shownBy, query: { [parameterOf(name) ?? word]: target } };
  }
  return undefined;
}

function parameterOf(name: string): string | undefined {
  const [, rest] = /next[_-]?(\w+)$/i.exec(name) ?? [];
  if (rest === undefined || /^(link|url|uri|href)$/i.test(rest)) return undefined;
  return rest.charAt(0).toLowerCase() + rest.slice(1);
}

function countedPage(holder: Readonly<Record<string, unknown>>, which: Which): Shown | undefined {
  const numbers = new Map(
    Object.entries(holder)
      .slice(0, 100)
      .filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]))
      .map(([name, number]) => [normalisedLetters(name), { name, number }]),
  );
  const first = (...names: readonly string[]) => names.map((name) => numbers.get(name)).find(Boolean);
  const page = first('page', 'currentpage', 'pagenumber', 'pageindex');
  const pages = first('totalpages', 'pages', 'pagecount', 'lastpage');
  if (page !== undefined && pages !== undefined && page.number < pages.number)
    return {
      shownBy: `${page.name} and ${pages.name}`,
      // The first page has the number 0 or 1.
      query: {
        [pageParameter(page.name)]: String(page.number + (which === 'next' ? 1 : pages.number - 1)),
      },
    };
  const offset = first('offset', 'skip');
  const limit = first('limit', 'take');
  const total = first('total', 'totalcount', 'totalitems', 'count');
  if (offset === undefined || limit === undefined || total === undefined) return undefined;
  const last = Math.floor((total.number - 1) / limit.number) * limit.number;
  const next = which === 'next' ? offset.number + limit.number : last;
  if (limit.number <= 0 || next <= offset.number || next >= total.number) return undefined;
  return {
    shownBy: `${offset.name}, ${limit.name} and ${total.name}`,
    query: { [offset.name]: String(next), [limit.name]: String(limit.number) },
  };
}

function pageParameter(name: string): string {
  return normalisedLetters(name) === 'currentpage' ? 'page' : name;
}

function queryOf(link: string, from: string): string | undefined {
  const base = `http://target${listCases().path}${from}`;
  if (!URL.canParse(link, base)) return undefined;
  const { pathname, search } = new URL(link, base);
  return pathname.replace(/\/$/, '').endsWith(listCases().path) ? search : undefined;
}

function queryWith(from: string, parameters: Readonly<Record<string, string>>): string {
  const searchParams = new URLSearchParams(from);
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  return `?${searchParams}`;
}
