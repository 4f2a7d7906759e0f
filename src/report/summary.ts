import { advisoriesByMessage, type Objection } from '../acceptance/objections.ts';
import type { CheckResult, Verdict } from '../conformance/result.ts';
import { grouped } from '../schema/grouped.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { causesIn, type DeviationState, differencesBetween, type KnownCause } from './baseline.ts';
import { type Cause, causesOf, waivedFindings } from './causes.ts';
import { conclusionInWords } from './conclusion-words.ts';
import { type DriftEntry, driftEntries } from './drift-words.ts';
import { objectionsByRemedy, type UndecidedCause, undecidedCauses } from './remedies.ts';
import { type Report, type Statement, verdictCounts } from './report.ts';

/** The statements of a report for its readers, computed once for all formats. */
export interface Summary {
  readonly report: Report;
  /** The conclusion in one sentence, with sentences about configured clients and tokens that the target refuses. */
  readonly conclusion: string;
  readonly operations: readonly OperationSummary[];
  /** The statements of the documents that the target breaks. */
  readonly broken: readonly BrokenStatement[];
  /** Deviations that do not count, or no longer exist; without empty groups. */
  readonly known: readonly KnownGroup[];
  /** The circumstances in which the run differs from its baseline. */
  readonly sinceBaseline: readonly string[];
  readonly undecided: readonly UndecidedCause[];
  /** How many requirements were decided in part. */
  readonly partlyDecided: number;
  readonly objections: readonly Pick<Objection, 'kind' | 'message'>[];
  /** The advisories of public standards, once for each requirement and message. */
  readonly advisories: readonly AdvisorySummary[];
  /** The differences of the served description from the agreed one. */
  readonly drift: readonly DriftEntry[];
}

export interface OperationSummary {
  readonly operation: OperationId;
  readonly results: readonly CheckResult[];
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly deviations: number;
  /** Undefined if nothing was sent. */
  readonly requests: number | undefined;
}

export interface BrokenStatement extends Statement {
  readonly requirement: string;
  readonly causes: readonly [Cause, ...Cause[]];
}

export interface KnownGroup {
  readonly state: 'waived' | DeviationState;
  readonly heading: string;
  readonly entries: readonly { readonly message: string; readonly details: string }[];
}

interface AdvisorySummary {
  readonly requirement: string;
  readonly message: string;
  readonly source: string;
  /** The first exchange that shows it. */
  readonly exchange: Evidence | undefined;
  readonly times: number;
}

export function summaryOf(report: Report): Summary {
  const { results, objections, exchanges, coverage, baseline, drift } = report;
  return {
    report,
    conclusion: conclusionInWords(report),
    operations: operationsOf(report),
    broken: brokenStatements(report),
    known: knownGroups(report),
    sinceBaseline: baseline === undefined ? [] : differencesBetween(baseline, report),
    undecided: undecidedCauses(results),
    partlyDecided: coverage.requirements.filter(({ state }) => state === 'partly').length,
    objections: objectionsByRemedy(objections, results),
    advisories: advisoriesByMessage(results).map((alike) => {
      const [{ requirement, message, exchange }] = alike;
      const { source } = statementOf(report, requirement);
      return { requirement, message, source, exchange: exchanges[exchange], times: alike.length };
    }),
    drift: drift?.state === 'differs' ? driftEntries(drift.differences) : [],
  };
}

/** The exchange that first shows a cause, reduced to the place that deviates. */
export function evidenceOf({ exchanges }: Report, { findings: [first] }: Cause): Evidence | undefined {
  const exchange = exchanges[first.exchange];
  return exchange && excerpt(exchange, [first.pointer]);
}

/** Whether only checks show a cause that are new since the lock or baseline. */
export function isOfNewChecks({ findings }: Cause): boolean {
  return findings.every(({ check }) => check.added !== undefined);
}

/** The first exchange and check that show a cause, and the number of further ones. */
export function placesOf({ exchanges }: Report, { checks, exchange, sightings }: Cause): string {
  const request = exchanges[exchange]?.request;
  const place = request === undefined ? '' : `${request.method} ${request.path}, `;
  return `${place}${checks[0] ?? ''}${sightings === 1 ? '' : ` and ${sightings - 1} more`}`;
}

/** How many causes of known deviations are in that state. */
export function knownIn(known: readonly KnownGroup[], wanted: KnownGroup['state']): number {
  return known.find(({ state }) => state === wanted)?.entries.length ?? 0;
}

function statementOf({ statements }: Report, requirement: string): Statement {
  return statements[requirement] ?? { text: requirement, source: 'a check of your own' };
}

function operationsOf({ results, deviations, requestsByOperation = {} }: Report): OperationSummary[] {
  return [...Map.groupBy(results, ({ operation }) => operation)].map(([operation, some]) => ({
    operation,
    results: some,
    verdicts: verdictCounts(some),
    deviations: deviations.filter(({ operations }) => operations.includes(operation)).length,
    requests: requestsByOperation[operation],
  }));
}

function brokenStatements(report: Report): BrokenStatement[] {
  const causes = grouped(causesOf(report.results), ({ requirement }) => requirement);
  return causes.map((some) => {
    const { requirement } = some[0];
    return { requirement, ...statementOf(report, requirement), causes: some };
  });
}

const baselineHeadings: Readonly<Record<DeviationState, string>> = {
  'still-failing': 'As in the baseline',
  'not-tested': 'In the baseline, and not tested now',
  fixed: 'Fixed since the baseline',
};

function knownGroups({ results, baseline }: Report): KnownGroup[] {
  const waived = waivedFindings(results).map(({ message, requirement, waived: { until, reason } }) => ({
    message,
    details: `${requirement}, until ${until}: ${reason}`,
  }));
  const byState = Map.groupBy(baseline?.deviations ?? [], ({ state }) => state);
  const ofBaseline = (Object.keys(baselineHeadings) as DeviationState[]).map((state) => ({
    state,
    heading: baselineHeadings[state],
    entries: causesIn(byState.get(state) ?? []).map(knownEntry),
  }));
  const groups = [{ state: 'waived', heading: 'Waived', entries: waived } as const, ...ofBaseline];
  return groups.filter(({ entries }) => entries.length > 0);
}

function knownEntry({ message, requirement, operations }: KnownCause): KnownGroup['entries'][number] {
  return { message, details: `${requirement}, ${operations.join(', ')}` };
}
