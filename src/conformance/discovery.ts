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
import type { OpenedRun } from './exchanges.ts';
import { type Gathered, openGathered } from './gathered.ts';
import { inTrialOrder, type ShownIdentifier, spread, typeNamed } from './identifiers.ts';
import { sumOf } from './request-counts.ts';
import type { Shard } from './shard.ts';
import { checkOfReadings, originOf, partOf, type SweepHooks, sweep } from './sweep.ts';

/** The result of reading the list of cases. */
export interface Discovery {
  /** Number of identifiers in the list, including those of other things than cases. */
  readonly identifiers: number;
  /** Number of pages read; absent if only one. */
  readonly pages?: number;
  /** Identifiers that were asked for as a case, to be tested as if they were listed. */
  readonly tried: number;
  /** Those that turned out to be cases, by the type that their records name. */
  readonly cases: Target['cases'];
  /** The sweep of the remaining identifiers: only their records are judged. */
  readonly swept?: Sweeping;
  /** Number of requests sent for it. */
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

/** The number of identifiers to try by default. */
export const usualBudget = 40;

/** The maximum number of cases tested like listed ones. For further cases, only the record is judged. */
export const mostListed = 40;

/** The maximum number of equal deviations kept for each check. */
const mostAlike = 3;

/** The result of discovery, and the state with which the run continues. */
export interface Discovered {
  readonly discovery: Discovery;
  readonly opened: OpenedRun;
  readonly swept: Gathered;
  /** Field counts of the swept records. */
  readonly counts: FieldCounts;
  /** How the list links its pages. */
  readonly pagesShownBy: string | undefined;
  /** The queries of the second page of the list and of the last one that was answered. */
  readonly furtherPages: readonly string[];
  /** Whether every page that was requested was answered. */
  readonly isAnswered: boolean;
}

export interface DiscoveryOptions extends SweepHooks {
  readonly specification: Specification;
  readonly target: Target;
  readonly opened: OpenedRun;
  /** The rows that judge answers which do not become listed cases. */
  readonly rows: readonly Row[];
  readonly budget: Budget;
  /** The part of the sweep that this run reads. */
  readonly shard?: Shard | undefined;
  /** Readings under way at once. */
  readonly concurrency: number;
}

/**
 * Finds cases of the member's organisation from the answer of GET /api/v2/cases. The documents leave its shape open
 * (interface 4.5), so an identifier counts as a case if it can be read as one. The other answers are judged too.
 * Misbehaviour of the target never makes it reject.
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

/** Results of reading the list, and the identifiers left for the sweep. Nothing else of a long list is held. */
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

/** A few pages are enough to try some cases; a sweep needs all pages. */
function boundsOf(budget: Budget): ListBounds {
  if (budget === 'all') return { pages: 100_000, cases: 2_000_000 };
  return budget > mostListed ? { pages: 100_000, cases: budget } : { pages: 10, cases: 10_000 };
}

/** Identifiers that the configuration does not list. A configured foreign case stays foreign even if the list has it. */
function candidatesIn({ identifiers }: CaseList, target: Target): ShownIdentifier[] {
  const listed = [...target.foreignCases, ...listedCases(target).map(({ id }) => id)];
  const known = new Set(listed.map((id) => id.toLowerCase()));
  return identifiers.filter(({ id }) => !known.has(id.toLowerCase()));
}

interface Tried {
  readonly cases: Target['cases'];
  readonly tried: ReadonlySet<string>;
}

/** Reads some identifiers as cases, one after the other. */
async function triedCases(
  candidates: readonly ShownIdentifier[],
  most: number,
  swept: Gathered,
  { specification: { caseTypes }, opened }: DiscoveryOptions,
): Promise<Tried> {
  const none = caseTypes.map((caseType): [CaseType, string[]] => [caseType, []]);
  const cases = Object.fromEntries(none) as Record<CaseType, string[]>;
  const tried = inTrialOrder(candidates).slice(0, most);
  for (const shown of tried) {
    const exchange = await answerTo(opened.exchanges.sendOnce(getCaseData(shown.id), 'member'));
    if (exchange instanceof Undecidable) {
      swept.addUndecided(checkOfReadings, undecided(exchange.reason, exchange.message));
    } else if (exchange.status === 200) {
      const record = exchange.body.kind === 'json' ? exchange.body.value : undefined;
      cases[typeOf(caseTypes, record, shown)].push(shown.id);
    } else swept.add(exchange, originOf(shown));
  }
  return { cases, tried: new Set(tried.map(({ id }) => id)) };
}

/**
 * Further identifiers to read within the budget. Those that do not look like identifiers of cases are read only if none
 * that does look like one turned out to be a case.
 */
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
 * The type under which a case is tested: the one in its record, in upper or lower case, or else the one in the list. If
 * both lack it, the record deviates under any type.
 */
function typeOf(caseTypes: readonly CaseType[], record: unknown, { caseType }: ShownIdentifier): CaseType {
  return typeNamed(caseTypes, memberOf(record, 'caseType')) ?? caseType ?? caseTypes[0] ?? 'Sale';
}
