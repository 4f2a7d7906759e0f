import { listCases } from '../api/calls.ts';
import { is2xx } from '../http/status.ts';
import { type NextPage, nextPage } from '../rules/next-page.ts';
import type { CaseType } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import type { Exchanges } from './exchanges.ts';
import { addIdentifier, casesFirst, identifiersIn, type ShownIdentifier } from './identifiers.ts';

export interface CaseList {
  readonly identifiers: readonly ShownIdentifier[];
  readonly pages: number;
  readonly shownBy?: string;
  readonly furtherPages: readonly string[];
  readonly obstacle?: string;
  readonly isUnanswered?: true;
  /**
   * The answer that ended the list too early: the target's own link does not lead to a page, or a later page is
   * answered 401 to the member.
   */
  readonly broken?: Exchange;
}

export interface ListBounds {
  readonly pages: number;
  readonly cases: number;
}

/**
 * Reads the list page by page, within the bounds. Accepts any shape, since the documents leave it open
 * (interface 4.5). Never rejects for what the target does.
 */
export async function readCaseList(
  exchanges: Exchanges,
  caseTypes: readonly CaseType[],
  bounds: ListBounds,
): Promise<CaseList> {
  const known = new Map<string, ShownIdentifier>();
  const asked = new Set<string>();
  let furtherPages: readonly string[] = [];
  let shown: NextPage | undefined;
  const ended = (further: Partial<CaseList> = {}): CaseList => ({
    identifiers: casesFirst(known.values()),
    pages: asked.size,
    ...(shown === undefined ? {} : { shownBy: shown.shownBy }),
    furtherPages,
    ...further,
  });
  for (;;) {
    const query = shown?.query ?? '';
    asked.add(query);
    const call = query === '' ? listCases() : listCases(query);
    // Checks request the first two pages too, so their answers are cached. Further pages may be too many to cache.
    const sent = asked.size <= 2 ? exchanges.sendOnce(call, 'member') : exchanges.send(call, 'member');
    const exchange = await sent.catch(undecidableIn);
    if (exchange instanceof Undecidable) return ended({ obstacle: exchange.message, isUnanswered: true });
    const value = exchange.body.kind === 'json' ? exchange.body.value : undefined;
    if (!is2xx(exchange.status) || value === undefined) {
      const answered = `${call.method} ${call.path}${asked.size === 1 ? '' : `, page ${asked.size},`} is answered ${exchange.status}`;
      const obstacle = is2xx(exchange.status) ? `${answered} without JSON.` : `${answered}.`;
      // A link of the target must lead to a page. A page number that the suite tried may be refused, but not
      // with 401: the first page accepted the same token.
      const isOwed = shown?.isLink === true || (asked.size > 1 && exchange.status === 401);
      return ended({ obstacle, ...(isOwed ? { broken: exchange } : {}) });
    }
    if (asked.size > 1) furtherPages = [...furtherPages.slice(0, 1), query];
    const before = known.size;
    for (const identifier of identifiersIn(value, caseTypes)) addIdentifier(known, identifier);
    const next = nextPage(exchange);
    // Stop at a page without new identifiers: the list might go on for ever.
    if (next === undefined || asked.has(next.query) || known.size === before) return ended();
    shown = next;
    if (asked.size >= bounds.pages || known.size >= bounds.cases) return ended();
  }
}
