import { listCases } from '../api/calls.ts';
import { is2xx } from '../http/status.ts';
import type { CaseType } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import type { Exchanges } from './exchanges.ts';
import { addTo, casesFirst, identifiersIn, type ShownIdentifier } from './identifiers.ts';
import { nextPage } from './pages.ts';

/** The list of cases, with the pages that it links to. */
export interface CaseList {
  readonly identifiers: readonly ShownIdentifier[];
  /** How many pages were read. */
  readonly pages: number;
  /** How the list links its pages. */
  readonly shownBy?: string;
  /** The queries of its second page and of the last one that was answered. */
  readonly furtherPages: readonly string[];
  /** Why the list could not be read, or not to its end. */
  readonly obstacle?: string;
  /** Set if the obstacle is that no answer arrived. */
  readonly isUnanswered?: true;
  /** An answer that should be a page but is not: the list's own link is broken, or the member is answered 401. */
  readonly broken?: Exchange;
}

/** How far a list is read. */
export interface ListBounds {
  readonly pages: number;
  /** Reading stops once this many identifiers are known. */
  readonly cases: number;
}

/**
 * Reads the list of cases with the member's token. It accepts any shape, since the documents leave it open (interface
 * 4.5). Misbehaviour of the target never makes it reject.
 */
export async function readCaseList(
  exchanges: Exchanges,
  caseTypes: readonly CaseType[],
  bounds: ListBounds,
): Promise<CaseList> {
  const known = new Map<string, ShownIdentifier>();
  const asked = new Set<string>();
  let query = '';
  let furtherPages: readonly string[] = [];
  let shownBy: string | undefined;
  let isLink = false;
  const ended = (further: Partial<CaseList> = {}): CaseList => ({
    identifiers: casesFirst(known.values()),
    pages: asked.size,
    ...(shownBy === undefined ? {} : { shownBy }),
    furtherPages,
    ...further,
  });
  for (;;) {
    asked.add(query);
    const call = query === '' ? listCases() : listCases(query);
    // Checks request the first two pages too, so these answers are shared. There may be too many others to keep.
    const exchange = await answerTo(
      asked.size <= 2 ? exchanges.sendOnce(call, 'member') : exchanges.send(call, 'member'),
    );
    if (exchange instanceof Undecidable) return ended({ obstacle: exchange.message, isUnanswered: true });
    const value = exchange.body.kind === 'json' ? exchange.body.value : undefined;
    if (!is2xx(exchange.status) || value === undefined) {
      const answered = `${call.method} ${call.path}${asked.size === 1 ? '' : `, page ${asked.size},`} is answered ${exchange.status}`;
      const obstacle = is2xx(exchange.status) ? `${answered} without JSON.` : `${answered}.`;
      // A query that the suite derived from a cursor or a number may be refused, but not with 401.
      const isOwed = isLink || (asked.size > 1 && exchange.status === 401);
      return ended({ obstacle, ...(isOwed ? { broken: exchange } : {}) });
    }
    if (asked.size > 1) furtherPages = [...furtherPages.slice(0, 1), query];
    const before = known.size;
    for (const shown of identifiersIn(value, caseTypes)) addTo(known, shown);
    const next = nextPage(exchange);
    // A list that shows nothing new would be read for ever.
    if (next === undefined || asked.has(next.query) || known.size === before) return ended();
    ({ shownBy, isLink } = next);
    if (asked.size >= bounds.pages || known.size >= bounds.cases) return ended();
    query = next.query;
  }
}

/** The answer, or the reason why none arrived. */
export async function answerTo(sent: Promise<Exchange>): Promise<Exchange | Undecidable> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof Undecidable) return error;
    throw error;
  }
}
