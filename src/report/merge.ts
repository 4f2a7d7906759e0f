import type { ObservationChange } from '../acceptance/lock.ts';
import {
  objectionsToDrift,
  objectionsToFewDecided,
  objectionsToFieldCoverage,
} from '../acceptance/objections.ts';
import { coverageOf } from '../conformance/coverage.ts';
import type { Discovery } from '../conformance/discovery.ts';
import { mergedObservations } from '../conformance/observations.ts';
import { summedCounts } from '../conformance/request-counts.ts';
import { readShard } from '../conformance/shard.ts';
import { openFieldCounts } from '../folds/field-coverage.ts';
import { unitedTried } from '../folds/tried.ts';
import type { Check } from '../harness/check.ts';
import { joinedDrift } from '../regression/drift/verdicts.ts';
import { distinct } from '../schema/grouped.ts';
import type { Specification } from '../specification/specification.ts';
import { commonSettings, sinceBaseline } from './baseline.ts';
import { chancesInAll } from './chances.ts';
import { joinedFound } from './joined-results.ts';
import { named, quoted } from './quoted.ts';
import { concluded, digestOf, fieldCoverageIn, type Report } from './report.ts';
import { checksOfSuite, suiteVersion } from './suite.ts';

export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

type Merged =
  | { readonly kind: 'merged'; readonly report: Report }
  | { readonly kind: 'not-of-one-run'; readonly message: string };

interface Least {
  readonly minFieldCoverage: number;
  /**
   * The least share of the requirements, in percent, that must be decided. Requirements that `writes` excludes are not
   * counted.
   */
  readonly minDecided: number;
}

export function merged(
  specification: Specification,
  shards: readonly NamedReport[],
  checks: readonly Check[],
  least: Least,
): Merged {
  const places = new Map(checks.map(({ id }, place) => [id, place]));
  const [first] = shards;
  if (first === undefined) return { kind: 'not-of-one-run', message: 'There is no report to join.' };
  const message =
    firstOf(shards, withoutShard) ??
    differenceIn(first, shards) ??
    firstOf(shards, (shard) => unknownIn(specification, shard, places)) ??
    gapIn(shards);
  if (message !== undefined) return { kind: 'not-of-one-run', message };
  return { kind: 'merged', report: joined(specification, first.report, shards, places, least) };
}

type Places = ReadonlyMap<string, number>;

function joined(
  specification: Specification,
  { suite, target, seed, runs, thorough, repeat, only, discovered, baseline }: Report,
  shards: readonly NamedReport[],
  places: Places,
  { minFieldCoverage, minDecided }: Least,
): Report {
  const placeOf = ({ id }: Report['results'][number]): number => places.get(id) ?? -1;
  const reports = shards.map(({ report }) => report);
  const starts = reports.map(({ startedAt }) => Date.parse(startedAt));
  const ends = reports.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs);
  const start = Math.min(...starts);
  const { results: unsorted, exchanges } = joinedFound(reports);
  const results = unsorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  const observations = mergedObservations(reports.flatMap((report) => report.observations));
  const changes = reports.flatMap((report) => report.changes ?? []);
  const fieldCoverage = openFieldCounts(specification, reports.map(fieldCoverageIn)).coverage();
  const drift = joinedDrift(reports.flatMap((report) => report.drift ?? []));
  const failOn = [...new Set(reports.flatMap((report) => report.failOn ?? []))];
  const isCompared = reports.some((report) => report.changes !== undefined);
  return concluded(specification, {
    target,
    startedAt: new Date(start).toISOString(),
    durationMs: Math.max(...ends) - start,
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    requestsByOperation: summedCounts(reports.flatMap((report) => report.requestsByOperation ?? [])),
    chances: chancesInAll(reports.flatMap((report) => report.chances ?? [])),
    forgeriesTried: unitedTried(reports.flatMap((report) => report.forgeriesTried ?? [])),
    spellingsTried: unitedTried(reports.flatMap((report) => report.spellingsTried ?? [])),
    ...{ seed, runs, thorough, repeat, only },
    failOn: failOn.length === 0 ? undefined : failOn,
    insecureTls: reports.some((report) => report.insecureTls) ? true : undefined,
    discovered: discovered === undefined ? undefined : joinedDiscovery(discovered, reports),
    objections: distinct(
      [
        // Drift is computed again from all shards, since each shard saw only some of the answers.
        ...reports.flatMap(({ objections }) => objections.filter(({ kind }) => kind !== 'drift')),
        ...(failOn.includes('drift') ? objectionsToDrift(drift, only !== undefined) : []),
        ...objectionsToFieldCoverage(specification, fieldCoverage, minFieldCoverage),
        ...objectionsToFewDecided(coverageOf(specification.requirements, results).inMode, minDecided),
      ],
      ({ message }) => message,
    ),
    results,
    exchanges,
    absentClients: [...new Set(reports.flatMap((report) => report.absentClients ?? []))],
    observations,
    baseline: baseline === undefined ? undefined : sinceBaseline(baseline, { seed, runs, results }),
    drift,
    changes: isCompared ? distinct(changes, ({ id }) => id).map(withValuesOf(observations)) : undefined,
    fieldCoverage,
    suiteFaults: reports.flatMap(({ suiteFaults }) => suiteFaults),
    suiteChecks: checksOfSuite({ suite, results: reports.flatMap((report) => report.results) }),
  });
}

/** Each shard may have seen only some values of an observation, so a change gets the values of all shards. */
function withValuesOf(
  observations: Report['observations'],
): (change: ObservationChange) => ObservationChange {
  const values = new Map(observations.map((observed) => [observed.id, observed.values]));
  return (change) =>
    change.kind === 'gone' ? change : { ...change, after: values.get(change.id) ?? change.after };
}

function firstOf(
  shards: readonly NamedReport[],
  wrongIn: (shard: NamedReport) => string | undefined,
): string | undefined {
  return shards.map(wrongIn).find((message) => message !== undefined);
}

function withoutShard({ name, report: { shard } }: NamedReport): string | undefined {
  if (shard !== undefined && readShard(shard) !== undefined) return undefined;
  return `${name} is not of a shard. Make one with check --shard I/N.`;
}

function unknownIn(
  specification: Specification,
  { name, report: { suite, startedAt, results } }: NamedReport,
  places: Places,
): string | undefined {
  if (suite.version !== suiteVersion)
    return `${name} was made by case-conformance ${suite.version}, but this is ${suiteVersion}. Merge with the one that made it.`;
  if (suite.description !== digestOf(specification))
    return `${name} was made with another interface description than this one. Merge with the case-conformance that made it.`;
  // Date.parse does not accept leap seconds, which RFC 3339 allows.
  if (Number.isNaN(Date.parse(startedAt)))
    return `${name} was started at ${named(startedAt)}, which is not a time.`;
  // A report may have checks of the user's own, which `merge` does not know.
  const check = results.find(({ id }) => !places.has(id));
  return check && `${name} has a result of ${quoted(check.id)}, which is not a check.`;
}

const common: readonly (readonly [what: string, of: (report: Report) => unknown])[] = [
  ...commonSettings,
  ['the seed', ({ seed }) => seed],
  ['the number of random values', ({ runs }) => runs],
  ['--thorough', ({ thorough }) => thorough],
  ['--repeat', ({ repeat }) => repeat],
  [
    'what --discover found',
    ({ discovered }) => discovered && Object.values(discovered.cases).flat().join(', '),
  ],
  ['when the baseline was started', ({ baseline }) => baseline?.startedAt],
  ['the number of shards', ({ shard }) => shard?.split('/')[1]],
  ['the division of its checks, which follows from the configuration,', ({ division }) => division],
];

function differenceIn(first: NamedReport, shards: readonly NamedReport[]): string | undefined {
  for (const other of shards) {
    for (const [what, of] of common) {
      const [one, another] = [of(first.report), of(other.report)];
      if (one === another) continue;
      return `${first.name} and ${other.name} are not of one run: ${what} is ${one ?? 'nothing'} in the one, and ${another ?? 'nothing'} in the other.`;
    }
  }
  return undefined;
}

function gapIn(shards: readonly NamedReport[]): string | undefined {
  const byShard = Map.groupBy(shards, ({ report }) => report.shard ?? '');
  for (const [shard, [first, second]] of byShard) {
    if (second !== undefined) return `${first?.name} and ${second.name} are both of the shard ${shard}.`;
  }
  const [one = ''] = byShard.keys();
  const of = readShard(one)?.of ?? 0;
  for (let number = 1; number <= of; number += 1) {
    if (!byShard.has(`${number}/${of}`)) return `The report of the shard ${number}/${of} is missing.`;
  }
  return undefined;
}

/** Adds up the sweeps of the shards: all shards discovered the same cases, and each swept some of them. */
function joinedDiscovery(discovered: Discovery, reports: readonly Report[]): Discovery {
  const parts = reports.flatMap((report) => report.discovered?.swept ?? []);
  if (parts.length === 0) return discovered;
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((all, part) => all + of(part), 0);
  const swept = {
    read: sum(({ read }) => read),
    of: sum((part) => part.of),
    deviating: sum(({ deviating }) => deviating),
  };
  return { ...discovered, swept };
}
