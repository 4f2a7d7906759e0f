import { getCaseData } from '../api/calls.ts';
import { type FieldCounts, openFieldCounts } from '../folds/field-coverage.ts';
import { undecided } from '../harness/assertions.ts';
import type { Row } from '../harness/check.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import { Undecidable } from '../trace/gap.ts';
import { answerTo, type CaseList, type ListBounds, readCaseList } from './case-list.ts';
import { choiceOf, spread } from './choice-of-cases.ts';
import { type Gathered, openGathered } from './gathered.ts';
import { type ShownIdentifier, typeNamed } from './identifiers.ts';
import type { OpenedRun } from './opened-run.ts';
import { sumOf } from './request-counts.ts';
import type { Shard } from './shard.ts';
import { checkOfReadings, partOf, type SweepHooks, sweep, takeIn } from './sweep.ts';

/** What the list of cases led to. */
export interface Discovery {
  /** Identifiers that the list shows, of whatever they are. */
  readonly identifiers: number;
  /** Pages of the list that were read, where it is more than one. */
  readonly pages?: number;
  /** Identifiers that were asked for as a case, to be tested as if they were listed. */
  readonly tried: number;
  /** Those that turned out to be cases, by the type that their records name. */
  readonly cases: Target['cases'];
  /** What of the rest was read, and judged by its record alone. */
  readonly swept?: Sweeping;
  /** Requests that this took. */
  readonly requests: number;
  /** Why the list could not be read, or not to its end. */
  readonly obstacle?: string;
}

/** How a sweep ended. */
interface Sweeping {
  readonly read: number;
  /** How many there were to read. */
  readonly of: number;
  /** How many of the answers deviate. */
  readonly deviating: number;
}

/** How many identifiers are asked for as a case. */
export type Budget = number | 'all';

/** So many are tried, where nothing is said. */
export const usualBudget = 40;

/** So many are tested as if they were listed; of further ones, the record alone is judged. */
export const mostListed = 40;

/** The maximum number of deviations that are the same, of each check. */
const mostAlike = 3;

/** What discovery found, and what a run goes on with. */
export interface Discovered {
  readonly discovery: Discovery;
  readonly opened: OpenedRun;
  readonly swept: Gathered;
  /** What was swept. */
  readonly counts: FieldCounts;
  /** By what the list leads from page to page. */
  readonly pagesShownBy: string | undefined;
  /** The queries of the second page of the list and of the last one that was answered. */
  readonly furtherPages: readonly string[];
  /** Whether the list, as far as it was read, was answered at all. */
  readonly isAnswered: boolean;
}

export interface DiscoveryOptions extends SweepHooks {
  readonly specification: Specification;
  readonly target: Target;
  readonly opened: OpenedRun;
  /** What judges the answers that do not become listed cases. */
  readonly rows: readonly Row[];
  readonly budget: Budget;
  /** The part of what is swept that is read here. */
  readonly shard?: Shard | undefined;
  /** Readings under way at once. */
  readonly concurrency: number;
}

/**
 * Finds cases of the member's organisation by what GET /api/v2/cases answers: whatever its shape, which the documents
 * leave open (interface 4.5), a case is what can be read as one. Each answer is judged, also that of what is no case.
 * Never rejects for what the target does.
 */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { specification, opened, rows, budget, earlier } = options;
  const swept = openGathered({ specification, rows, mostAlike, earlier: earlier?.swept });
  const counts = openFieldCounts(specification, earlier?.fieldCoverage);
  const { left, pagesShownBy, furtherPages, isAnswered, ...found } = await foundInList(swept, options);
  const sweeping =
    budget === 'all' || budget > mostListed
      ? await sweep({ ...options, identifiers: left, swept, counts })
      : undefined;
  return {
    discovery: {
      ...found,
      ...(sweeping === undefined ? {} : { swept: { ...sweeping, deviating: swept.deviating() } }),
      requests: sumOf(opened.exchanges.counts()),
    },
    ...{ opened, swept, counts, pagesShownBy, furtherPages, isAnswered },
  };
}

/** What the list leads to at once, and what of it is left to be swept: of a long list, no more than that is held. */
interface FoundInList extends Omit<Discovery, 'swept' | 'requests'> {
  readonly left: readonly ShownIdentifier[];
  readonly pagesShownBy: string | undefined;
  readonly furtherPages: readonly string[];
  readonly isAnswered: boolean;
}

async function foundInList(swept: Gathered, options: DiscoveryOptions): Promise<FoundInList> {
  const { specification, target, opened, budget, shard } = options;
  const list = await readCaseList(opened.exchanges, specification.caseTypes, boundsOf(budget));
  if (list.broken !== undefined) swept.add(list.broken, { source: 'list of cases' });
  const candidates = candidatesIn(list, target);
  const isListing = listedCases(target).length === 0;
  const most = isListing ? Math.min(budget === 'all' ? mostListed : budget, mostListed) : 0;
  const { cases, tried } = await triedCases(candidates, most, swept, options);
  const rest = restOf(candidates, tried, budget, Object.values(cases).flat().length > 0);
  return {
    identifiers: list.identifiers.length,
    ...(list.pages > 1 ? { pages: list.pages } : {}),
    tried: tried.size,
    cases,
    ...(list.obstacle === undefined ? {} : { obstacle: list.obstacle }),
    left: shard === undefined ? rest : partOf(shard, rest),
    pagesShownBy: list.shownBy,
    furtherPages: list.furtherPages,
    isAnswered: list.isUnanswered !== true,
  };
}

/** To know the whole of a list, few pages are enough; a sweep needs all. */
function boundsOf(budget: Budget): ListBounds {
  if (budget === 'all') return { pages: 100_000, cases: 2_000_000 };
  return budget > mostListed ? { pages: 100_000, cases: budget } : { pages: 10, cases: 10_000 };
}

/** What is not listed yet. One that the list should not show remains what the configuration says that it is. */
function candidatesIn({ identifiers }: CaseList, target: Target): ShownIdentifier[] {
  const listed = [...target.foreignCases, ...listedCases(target).map(({ id }) => id)];
  const known = new Set(listed.map((id) => id.toLowerCase()));
  return identifiers.filter(({ id }) => !known.has(id.toLowerCase()));
}

interface Tried {
  readonly cases: Record<CaseType, string[]>;
  readonly tried: ReadonlySet<string>;
}

/** Asks for some as cases, one after the other, since what one shows decides which comes next. */
async function triedCases(
  candidates: readonly ShownIdentifier[],
  most: number,
  swept: Gathered,
  { specification, opened }: DiscoveryOptions,
): Promise<Tried> {
  const { caseTypes } = specification;
  const cases = Object.fromEntries(
    caseTypes.map((caseType): [CaseType, string[]] => [caseType, []]),
  ) as Record<CaseType, string[]>;
  const tried = new Set<string>();
  const seen = openFieldCounts(specification);
  const choice = choiceOf(candidates);
  while (tried.size < most) {
    const shown = choice.next();
    if (shown === undefined) break;
    tried.add(shown.id);
    const exchange = await answerTo(opened.exchanges.sendOnce(getCaseData(shown.id), 'member'));
    if (exchange instanceof Undecidable) {
      swept.addUndecided(checkOfReadings, undecided(exchange.reason, exchange.message));
    } else if (exchange.status === 200) {
      const record = exchange.body.kind === 'json' ? exchange.body.value : undefined;
      cases[typeOf(caseTypes, record, shown)].push(shown.id);
      choice.tell(record === undefined ? 0 : seen.add(record));
    } else {
      choice.tell(0);
      takeIn(exchange, shown, { swept, counts: seen });
    }
  }
  return { cases, tried };
}

/** What is read besides, where the budget allows: what does not look like a case only where nothing that does was one. */
function restOf(
  candidates: readonly ShownIdentifier[],
  tried: ReadonlySet<string>,
  budget: Budget,
  isKnown: boolean,
): ShownIdentifier[] {
  if (budget !== 'all' && budget <= tried.size) return [];
  const left = candidates.filter(({ id }) => !tried.has(id));
  const ofCases =
    candidates.some(({ isOfCase }) => isOfCase) && isKnown ? left.filter(({ isOfCase }) => isOfCase) : left;
  return budget === 'all' ? ofCases : spread(ofCases).slice(0, budget - tried.size);
}

/**
 * The type under which a case is tested: the one that its record names, in whatever letters, or else the list. One of
 * which nobody says it deviates, which shows under any type.
 */
function typeOf(caseTypes: readonly CaseType[], record: unknown, { caseType }: ShownIdentifier): CaseType {
  return typeNamed(caseTypes, memberOf(record, 'caseType')) ?? caseType ?? caseTypes[0] ?? 'Sale';
}
