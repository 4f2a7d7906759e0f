import { treeOf } from '../conformance/coverage-tree.ts';
import type { FieldCoverage } from '../conformance/field-coverage.ts';
import { withExchanges } from '../conformance/listed-exchanges.ts';
import type { CheckResult, Reported } from '../conformance/result.ts';
import type { Advisory } from '../harness/advisory.ts';
import type { Deviation } from '../harness/check.ts';
import type { Evidence } from '../http/evidence.ts';
import { memberOf } from '../schema/pointer.ts';
import { deviatingRequirements, type Found } from './causes.ts';
import { deviationsOf } from './deviations.ts';
import type { Report } from './report.ts';
import { otherChecks } from './suite-record.ts';

/** What a report of the format 2.1 has that is otherwise now. */
interface EarlierReport extends Omit<Report, 'formatVersion' | 'suite' | 'results' | 'coverage'> {
  readonly suite: Report['suite'] & { readonly checks?: readonly string[] };
  readonly results: readonly EarlierResult[];
  readonly coverage: {
    readonly decided: number;
    readonly decidable: number;
    readonly inMode?: Report['coverage']['inMode'];
    readonly requirements: readonly (Report['coverage']['requirements'][number] &
      Report['statements'][string])[];
  };
  readonly fieldCoverage: Report['fieldCoverage'] & FieldCoverage & { readonly never: readonly string[] };
}

/** A result that had exchanges of its own, and named them by their places among these. */
interface EarlierResult extends Omit<CheckResult, 'findings' | 'advisories' | 'evidence'> {
  readonly findings: readonly (Deviation & { readonly fingerprint: string })[];
  readonly advisories?: readonly (Advisory & { readonly fingerprint: string })[];
  readonly evidence: readonly Evidence[];
}

/** A report of the format 2.1 as one of this format; anything else is left as it is. To be taken out with the next release. */
export function inThisFormat(report: unknown): unknown {
  if (memberOf(report, 'formatVersion') !== '2.1') return report;
  try {
    return renewed(report as EarlierReport);
  } catch {
    // What is not as it says is refused as it stands.
    return report;
  }
}

function renewed(report: EarlierReport): Report {
  const { suite, coverage, fieldCoverage, observations } = report;
  const { checks, ...ofSuite } = suite;
  const { decided, decidable, requirements, inMode = { decided, decidable } } = coverage;
  const { valid, invalid, never, ...counted } = fieldCoverage;
  const found = listed(report.results);
  const named = new Set(
    found.results
      .flatMap(({ findings, advisories = [] }) => [...findings, ...advisories])
      .map(({ requirement }) => requirement),
  );
  const statements = requirements.filter(({ id }) => named.has(id));
  return {
    ...report,
    ...found,
    formatVersion: '3.0',
    suite: checks === undefined ? ofSuite : { ...ofSuite, otherChecks: otherChecks(checks, found.results) },
    ...{ decided, decidable },
    deviations: deviationsOf(deviatingRequirements(found)),
    statements: Object.fromEntries(statements.map(({ id, source, text }) => [id, { source, text }])),
    observations: observations.map(({ id, values }) => ({ id, values })),
    coverage: { inMode, requirements: requirements.map(({ id, state }) => ({ id, state })) },
    fieldCoverage: {
      ...counted,
      valid: treeOf({ ...valid, ...Object.fromEntries(never.map((name) => [name, 0])) }),
      invalid: treeOf(invalid),
    },
  };
}

/** The results, with the exchanges of all in one list; those that are shown alike were one. */
function listed(results: readonly EarlierResult[]): Found {
  const exchanges = new Map<string, Evidence>(
    results.flatMap(({ evidence }) => evidence).map((one) => [JSON.stringify(one), one]),
  );
  const places = new Map([...exchanges.keys()].map((shown, place) => [shown, place]));
  const renewedResults = results.map(({ findings, advisories, evidence, ...result }) => {
    const placeOf = (place: number): number => places.get(JSON.stringify(evidence[place])) ?? -1;
    const own = {
      ...result,
      findings: findings.map(named),
      ...(advisories === undefined ? {} : { advisories: advisories.map(named) }),
      evidence: [...evidence.keys()],
    };
    return withExchanges(own, placeOf);
  });
  return { results: renewedResults, exchanges: [...exchanges.values()] };
}

function named<Said extends { readonly reply: number; readonly fingerprint: string }>({
  reply,
  ...said
}: Said): Reported<Said> {
  return { ...said, exchange: reply };
}
