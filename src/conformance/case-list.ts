import { listCases } from '../api/calls.ts';
import { is2xx } from '../http/status.ts';
import type { CaseType } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import type { Exchanges } from './exchanges.ts';
import { addTo, casesFirst, identifiersIn, type ShownIdentifier } from './identifiers.ts';
import { nextPage } from './pages.ts';

/** What the list of cases shows, with the pages that it leads to. */
export interface CaseList {
  readonly identifiers: readonly ShownIdentifier[];
  /** How many pages were read. */
  readonly pages: number;
  /** By what the list leads from page to page. */
  readonly shownBy?: string;
  /** The queries of its second page and of the last one that was answered. */
  readonly furtherPages: readonly string[];
  /** Why the list could not be read, or not to its end. */
  readonly obstacle?: string;
  /** Whether that is since there was no answer. */
  readonly isUnanswered?: true;
  /** The answer where the list leads that is no page of it: to a link of its own, or to the member as to nobody. */
  readonly broken?: Exchange;
}

/** How far a list is read. */
export interface ListBounds {
  readonly pages: number;
  /** Where so many identifiers of cases are known, no further page is read. */
  readonly cases: number;
}

/**
 * Reads the list of cases with the member's token, whatever its shape, which the documents leave open (interface 4.5).
 * Never rejects for what the target does.
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
    // The first two pages are what checks ask for, too; of the others there may be many.
    const exchange = await answerTo(
      asked.size <= 2 ? exchanges.sendOnce(call, 'member') : exchanges.send(call, 'member'),
    );
    if (exchange instanceof Undecidable) return ended({ obstacle: exchange.message, isUnanswered: true });
    const value = exchange.body.kind === 'json' ? exchange.body.value : undefined;
    if (!is2xx(exchange.status) || value === undefined) {
      const answered = `${call.method} ${call.path}${asked.size === 1 ? '' : `, page ${asked.size},`} is answered ${exchange.status}`;
      const obstacle = is2xx(exchange.status) ? `${answered} without JSON.` : `${answered}.`;
      // What a cursor or a number is made into may be refused, but not as though the token were not valid.
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

/** What came of a call; where there is no answer, why. */
export async function answerTo(sent: Promise<Exchange>): Promise<Exchange | Undecidable> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof Undecidable) return error;
    throw error;
  }
}
