import { getCaseData } from '../api/calls.ts';
import { type FieldCounts, openFieldCounts } from '../folds/field-coverage.ts';
import { undecided } from '../harness/assertions.ts';
import type { Row } from '../harness/check.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type CaseList, type ListBounds, readCaseList } from './case-list.ts';
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
  /** The identifiers that turned out to be of cases, by the type that their records name. */
  readonly cases: Target['cases'];
  /** The sweep of the remaining identifiers: only their records are judged. */
  readonly swept?: Sweeping;
  /** Requests that the discovery sent. */
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
  readonly list: CaseList;
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
  /** Concurrent readings. */
  readonly concurrency: number;
}

/**
 * Finds cases of the member's organisation from the answer of GET /api/v2/cases. The documents leave its shape open
 * (interface 4.5), so an identifier counts as a case if it can be read as one. The other answers are judged too.
 * Misbehaviour of the target never makes it reject.
 */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { specification, target, opened, rows, budget, shard, earlier } = options;
  const swept = openGathered({ specification, rows, mostAlike, earlier: earlier?.swept });
  const counts = openFieldCounts(specification, earlier?.fieldCoverage);
  const list = await readCaseList(opened.exchanges, specification.caseTypes, boundsOf(budget));
  if (list.broken !== undefined) swept.add(list.broken, { source: 'list of cases' });
  const candidates = candidatesIn(list, target);
  const limit = budget === 'all' ? Number.POSITIVE_INFINITY : budget;
  const mostTried = listedCases(target).length > 0 ? 0 : Math.min(limit, mostListed);
  const tried = inTrialOrder(candidates).slice(0, mostTried);
  const cases = await casesAmong(tried, swept, options);
  let sweeping: { read: number; of: number } | undefined;
  if (limit > mostListed) {
    const left = leftToSweep(candidates, tried, limit, Object.values(cases).flat().length > 0);
    const identifiers = shard === undefined ? left : partOf(shard, left);
    sweeping = await sweep({ ...options, identifiers, swept, counts });
  }
  return {
    discovery: {
      identifiers: list.identifiers.length,
      ...(list.pages > 1 ? { pages: list.pages } : {}),
      ...{ tried: tried.length, cases },
      ...(list.obstacle === undefined ? {} : { obstacle: list.obstacle }),
      ...(sweeping === undefined ? {} : { swept: { ...sweeping, deviating: swept.deviating() } }),
      requests: sumOf(opened.exchanges.counts()),
    },
    ...{ opened, swept, counts, list },
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

/** Reads identifiers as cases, one after the other. Returns those that are cases, by type. */
async function casesAmong(
  identifiers: readonly ShownIdentifier[],
  swept: Gathered,
  { specification: { caseTypes }, opened }: DiscoveryOptions,
): Promise<Target['cases']> {
  const none = caseTypes.map((caseType): [CaseType, string[]] => [caseType, []]);
  const cases = Object.fromEntries(none) as Record<CaseType, string[]>;
  for (const shown of identifiers) {
    const exchange = await opened.exchanges.sendOnce(getCaseData(shown.id), 'member').catch(undecidableIn);
    if (exchange instanceof Undecidable) {
      swept.addUndecided(checkOfReadings, undecided(exchange.reason, exchange.message));
    } else if (exchange.status === 200) {
      const record = exchange.body.kind === 'json' ? exchange.body.value : undefined;
      cases[typeOf(caseTypes, record, shown)].push(shown.id);
    } else swept.add(exchange, originOf(shown));
  }
  return cases;
}

/**
 * Further identifiers to read within the limit. Those that do not look like identifiers of cases are read only if none
 * that does look like one turned out to be a case.
 */
function leftToSweep(
  candidates: readonly ShownIdentifier[],
  tried: readonly ShownIdentifier[],
  limit: number,
  isCaseKnown: boolean,
): ShownIdentifier[] {
  const known = new Set(tried);
  const left = candidates.filter((shown) => !known.has(shown));
  const hasOfCases = isCaseKnown && candidates.some(({ isOfCase }) => isOfCase);
  const wanted = hasOfCases ? left.filter(({ isOfCase }) => isOfCase) : left;
  return limit === Number.POSITIVE_INFINITY ? wanted : spread(wanted).slice(0, limit - tried.length);
}

/**
 * The type under which a case is tested: the one in its record, in any letter case, or else the one in the list. If both
 * lack it, the record deviates under any type.
 */
function typeOf(caseTypes: readonly CaseType[], record: unknown, { caseType }: ShownIdentifier): CaseType {
  return typeNamed(caseTypes, memberOf(record, 'caseType')) ?? caseType ?? caseTypes[0] ?? 'Sale';
}
