import { listCases } from '../api/calls.ts';
import { isObject } from '../schema/json.ts';
import type { Exchange } from '../trace/exchange.ts';

/** The next page of a list. */
interface NextPage {
  /** The query that was shown, or an empty text. */
  readonly query: string;
  /** The header or members that showed it, without data of the target. */
  readonly shownBy: string;
  /** Whether it is a link of the target's own, and not made from a number or a cursor. */
  readonly isLink: boolean;
}

/**
 * The page after an answer to the list of cases: by a link (RFC 8288), or by a member with a usual name. Only its query
 * is used, so only the list of this target is requested.
 */
export function nextPage({
  call,
  headers,
  body,
}: Pick<Exchange, 'call' | 'headers' | 'body'>): NextPage | undefined {
  const linked = linkedNext(headers.link ?? '');
  const shown =
    (linked === undefined ? undefined : { shownBy: 'Link header', value: linked }) ??
    (body.kind === 'json' ? shownNext(body.value) : undefined);
  if (shown === undefined) return undefined;
  const from = call.query ?? '';
  const query = 'query' in shown ? queryWith(from, shown.query) : queryOf(shown.value, from);
  if (query === undefined) return undefined;
  return { query, shownBy: shown.shownBy, isLink: 'value' in shown };
}

/** The target of the link with the relation `next`. */
function linkedNext(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>((?:\s*;\s*[^,;<>]+)*)/g)) {
    const [, relations = ''] = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters) ?? [];
    if (relations.toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

type Shown =
  | { readonly shownBy: string; readonly value: string }
  | { readonly shownBy: string; readonly query: Readonly<Record<string, string>> };

/** The next page by an object, or by one of its members such as `links` and `meta`. */
function shownNext(value: unknown): Shown | undefined {
  if (!isObject(value)) return undefined;
  for (const holder of [value, ...Object.values(value).slice(0, 100)]) {
    if (!isObject(holder)) continue;
    const shown = nextIn(holder) ?? countedNext(holder);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

/** A member that names the next page: a link, a cursor, or the number of the page. */
function nextIn(holder: Readonly<Record<string, unknown>>): Shown | undefined {
  for (const [name, value] of Object.entries(holder).slice(0, 100)) {
    const [, what] =
      /^(?:odata)?next(|page|link|url|uri|href|cursor|(?:page)?token|offset)$/.exec(lettersOf(name)) ?? [];
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

/** The parameter that a member such as `nextCursor` or `next_page_token` is for. */
function parameterOf(name: string): string | undefined {
  const [, rest] = /next[_-]?(\w+)$/i.exec(name) ?? [];
  if (rest === undefined || /^(link|url|uri|href)$/i.test(rest)) return undefined;
  return rest.charAt(0).toLowerCase() + rest.slice(1);
}

/** The next page by the numbers of a list that counts its pages or elements. */
function countedNext(holder: Readonly<Record<string, unknown>>): Shown | undefined {
  const numbers = new Map(
    Object.entries(holder)
      .slice(0, 100)
      .filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]))
      .map(([name, number]) => [lettersOf(name), { name, number }]),
  );
  const first = (...names: readonly string[]) => names.map((name) => numbers.get(name)).find(Boolean);
  const page = first('page', 'currentpage', 'pagenumber', 'pageindex');
  const pages = first('totalpages', 'pages', 'pagecount', 'lastpage');
  if (page !== undefined && pages !== undefined && page.number < pages.number)
    return {
      shownBy: `${page.name} and ${pages.name}`,
      query: { [pageParameter(page.name)]: String(page.number + 1) },
    };
  const offset = first('offset', 'skip');
  const limit = first('limit', 'take');
  const total = first('total', 'totalcount', 'totalitems', 'count');
  if (offset === undefined || limit === undefined || total === undefined) return undefined;
  const next = offset.number + limit.number;
  if (limit.number <= 0 || next >= total.number) return undefined;
  return {
    shownBy: `${offset.name}, ${limit.name} and ${total.name}`,
    query: { [offset.name]: String(next), [limit.name]: String(limit.number) },
  };
}

function pageParameter(name: string): string {
  return lettersOf(name) === 'currentpage' ? 'page' : name;
}

/** The query of a link to the list; undefined where it leads elsewhere. */
function queryOf(link: string, from: string): string | undefined {
  const base = `http://target${listCases().path}${from}`;
  if (!URL.canParse(link, base)) return undefined;
  const { pathname, search } = new URL(link, base);
  return pathname.replace(/\/$/, '').endsWith(listCases().path) ? search : undefined;
}

/** A query with these parameters put over it. */
function queryWith(from: string, parameters: Readonly<Record<string, string>>): string {
  const searchParams = new URLSearchParams(from);
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  return `?${searchParams}`;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
