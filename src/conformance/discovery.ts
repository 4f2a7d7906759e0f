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
import { type Collected, openCollected } from './collected.ts';
import type { OpenedRun } from './exchanges.ts';
import { inTrialOrder, type ShownIdentifier, spread, typeNamed } from './identifiers.ts';
import { totalOf } from './request-counts.ts';
import type { Shard } from './shard.ts';
import { discoveredCheckId, identifiersOfShard, originOf, type SweepHooks, sweep } from './sweep.ts';

export interface Discovery {
  /** The number of identifiers in the list. Some may identify something else than a case. */
  readonly identifiers: number;
  readonly pages?: number;
  readonly tried: number;
  readonly cases: Target['cases'];
  /** The sweep of the identifiers that were not `tried`: each is read once, and only its record is judged. */
  readonly swept?: { readonly read: number; readonly of: number; readonly deviating: number };
  readonly requests: number;
  /** Why the list could not be read to its end; undefined if it could. */
  readonly obstacle?: string;
}

export type Budget = number | 'all';

export const defaultBudget = 40;

/** The maximum number of cases tested like listed ones. For further cases, only the record is judged. */
export const maxListedCases = 40;

const maxAlike = 3;

export interface Discovered {
  readonly discovery: Discovery;
  readonly opened: OpenedRun;
  readonly swept: Collected;
  readonly counts: FieldCounts;
  readonly list: CaseList;
}

export interface DiscoveryOptions extends SweepHooks {
  readonly specification: Specification;
  readonly target: Target;
  readonly opened: OpenedRun;
  readonly rows: readonly Row[];
  readonly budget: Budget;
  readonly shard?: Shard | undefined;
  readonly concurrency: number;
}

/**
 * Reads the list of cases, and the cases that it names. The list may have any shape (interface 4.5), so every
 * identifier in it is tried, and is a case if a case record is read. Never rejects for what the target does.
 */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { specification, target, opened, rows, budget, shard, earlier } = options;
  const swept = openCollected({ specification, rows, maxAlike, earlier: earlier?.swept });
  const counts = openFieldCounts(specification, [earlier?.fieldCoverage ?? []].flat());
  const list = await readCaseList(opened.exchanges, specification.caseTypes, boundsOf(budget));
  if (list.broken !== undefined) swept.add(list.broken, { source: 'list of cases' });
  const candidates = candidatesIn(list, target);
  const limit = budget === 'all' ? Number.POSITIVE_INFINITY : budget;
  const mostTried = listedCases(target).length > 0 ? 0 : Math.min(limit, maxListedCases);
  const tried = inTrialOrder(candidates).slice(0, mostTried);
  const cases = await casesAmong(tried, swept, options);
  let sweeping: { read: number; of: number } | undefined;
  if (limit > maxListedCases) {
    const left = leftToSweep(candidates, tried, limit, Object.values(cases).flat().length > 0);
    const identifiers = shard === undefined ? left : identifiersOfShard(shard, left);
    sweeping = await sweep({ ...options, identifiers, swept, counts });
  }
  return {
    discovery: {
      identifiers: list.identifiers.length,
      ...(list.pages > 1 ? { pages: list.pages } : {}),
      ...{ tried: tried.length, cases },
      ...(list.obstacle === undefined ? {} : { obstacle: list.obstacle }),
      ...(sweeping === undefined ? {} : { swept: { ...sweeping, deviating: swept.deviating() } }),
      requests: totalOf(opened.exchanges.counts()),
    },
    ...{ opened, swept, counts, list },
  };
}

function boundsOf(budget: Budget): ListBounds {
  if (budget === 'all') return { pages: 100_000, cases: 2_000_000 };
  return budget > maxListedCases ? { pages: 100_000, cases: budget } : { pages: 10, cases: 10_000 };
}

/**
 * Identifiers that may be of further cases. A configured foreign case is not tried, even if the list has it.
 */
function candidatesIn({ identifiers }: CaseList, target: Target): ShownIdentifier[] {
  const listed = [...target.foreignCases, ...listedCases(target).map(({ id }) => id)];
  const known = new Set(listed.map((id) => id.toLowerCase()));
  return identifiers.filter(({ id }) => !known.has(id.toLowerCase()));
}

async function casesAmong(
  identifiers: readonly ShownIdentifier[],
  swept: Collected,
  { specification: { caseTypes }, opened }: DiscoveryOptions,
): Promise<Target['cases']> {
  const none = caseTypes.map((caseType): [CaseType, string[]] => [caseType, []]);
  const cases = Object.fromEntries(none) as Record<CaseType, string[]>;
  for (const shown of identifiers) {
    const exchange = await opened.exchanges.sendOnce(getCaseData(shown.id), 'member').catch(undecidableIn);
    if (exchange instanceof Undecidable) {
      swept.addUndecided(discoveredCheckId, undecided(exchange.reason, exchange.message));
    } else if (exchange.status === 200) {
      const record = exchange.body.kind === 'json' ? exchange.body.value : undefined;
      cases[typeOf(caseTypes, record, shown)].push(shown.id);
    } else swept.add(exchange, originOf(shown));
  }
  return cases;
}

/**
 * The identifiers to read in the sweep. Identifiers that do not look like those of cases are included only if no case
 * was found yet, or if none looks like one of a case.
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
 * The type under which to list a case. If neither record nor list has a type, any type will do: the record
 * deviates under each.
 */
function typeOf(caseTypes: readonly CaseType[], record: unknown, { caseType }: ShownIdentifier): CaseType {
  return typeNamed(caseTypes, memberOf(record, 'caseType')) ?? caseType ?? caseTypes[0] ?? 'Sale';
}
