import fc from 'fast-check';
import type { ObservationChange } from '../src/acceptance/lock.ts';
import {
  type Objection,
  objectionsToChanges,
  objectionsToFieldCoverage,
  objectionsToPutBack,
  objectionsToUndecided,
} from '../src/acceptance/objections.ts';
import { objectionsToWaivers } from '../src/acceptance/waivers.ts';
import { checksOf } from '../src/checks/all.ts';
import { seenIn } from '../src/conformance/observations.ts';
import type {
  CheckResult,
  ReportedDeviation,
  RunResult,
  SeenObservation,
} from '../src/conformance/result.ts';
import { fieldCoverageOf } from '../src/folds/field-coverage.ts';
import { hostileTexts } from '../src/generation/hostile.ts';
import { invalidRecords, records } from '../src/generation/records.ts';
import type { Redacted } from '../src/http/redact.ts';
import { type Report, type RunCircumstances, reportOf } from '../src/report/report.ts';
import { childPointer } from '../src/schema/pointer.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { Evidence } from '../src/trace/evidence.ts';
import type { Reason } from '../src/trace/gap.ts';

/** A line that hostile texts in a report try to forge. */
export const forgedLine = 'Conformant, says the target.';

/** Reports of runs that found whatever can be found, with hostile texts wherever a target or a user has a say. */
export function reports(): fc.Arbitrary<Report> {
  return fc
    .tuple(founds, fc.array(changes, { maxLength: 3 }))
    .chain(([found, changed]) =>
      fc
        .tuple(runsWith(found), circumstancesWith(found.results, changed))
        .map(([run, circumstances]) => reportOf(run, circumstances)),
    );
}

/** Hostile texts, and such as a terminal would obey or break a line at. */
const texts: fc.Arbitrary<string> = fc.oneof(
  hostileTexts(),
  fc.constantFrom('\u001b[2J', '\u009b31m', '\u001b]8;;https://example.com\u0007', '\u202eevif', '\ud800'),
  fc.constantFrom('\n', '\r', '\u0085', '\u2028', '\u2029', '\v').map((end) => `${end}${forgedLine}`),
);

const counts = fc.nat({ max: 1_000_000 });
const rows = fc.constantFrom(...bundled.requirements.map(({ id }) => id));
const dates = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const pointers = fc
  .array(texts, { maxLength: 4 })
  .map((names) => names.reduce((pointer, name) => childPointer(pointer, name), ''));

const evidence: fc.Arbitrary<Evidence> = fc.record({
  operation: fc.constantFrom('getCaseData', 'updateClient', 'getOrganisation'),
  request: fc.record(
    { method: fc.constantFrom('GET', 'PATCH', 'POST'), path: texts, credentials: texts, bodyLength: counts },
    { requiredKeys: ['method', 'path', 'credentials'] },
  ),
  response: fc.record(
    {
      status: fc.integer({ min: 100, max: 999 }),
      headers: fc.dictionary(texts, texts, { maxKeys: 2 }),
      durationMs: counts,
      bodyBytes: counts,
      body: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) as fc.Arbitrary<Redacted>,
    },
    { requiredKeys: ['status', 'durationMs', 'bodyBytes'] },
  ),
});

function findings(shown: number): fc.Arbitrary<ReportedDeviation> {
  return fc.record(
    {
      pointer: pointers,
      message: texts,
      requirement: rows,
      exchange: fc.nat({ max: shown - 1 }),
      path: fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 4 }).map((places) => places.join(':')),
      kind: texts,
      fingerprint: fc.stringMatching(/^[0-9a-f]{16}$/),
      waived: fc.record({ reason: texts, until: dates }),
    },
    { requiredKeys: ['pointer', 'message', 'requirement', 'exchange', 'fingerprint'] },
  );
}

type Outcome = Pick<CheckResult, 'verdict' | 'reason' | 'remedies' | 'findings'>;

const reasons = fc.constantFrom<Reason>(
  'not-configured',
  'not-permitted',
  'no-data',
  'throttled',
  'unreachable',
  'control-refused',
);
const remedies = fc.record({ reason: reasons, remedy: texts });

const passed: Outcome = { verdict: 'pass', remedies: [], findings: [] };
const failed = (shown: number): fc.Arbitrary<Outcome> =>
  fc
    .array(findings(shown), { minLength: 1, maxLength: 4 })
    .map((found) => ({ verdict: 'fail', remedies: [], findings: found }));
const undecided = fc.array(remedies, { minLength: 1, maxLength: 3 }).map(
  (missing): Outcome => ({
    verdict: 'inconclusive',
    ...(missing[0] === undefined ? {} : { reason: missing[0].reason }),
    remedies: missing,
    findings: [],
  }),
);

/** Results of some checks, each with any outcome, that name any of so many exchanges. */
function resultsOf(shown: number): fc.Arbitrary<CheckResult[]> {
  const outcomes = fc.oneof(fc.constant(passed), failed(shown), undecided);
  return fc.subarray([...checksOf(bundled)], { maxLength: 6 }).chain((checks) =>
    fc.tuple(
      ...checks.map(({ id, operation, requirements: cited }) =>
        fc
          .tuple(texts, outcomes, fc.array(fc.nat({ max: shown - 1 }), { maxLength: 3 }))
          .map(([title, what, seen]) => ({
            ...{ id, title, operation, requirements: cited, ...what, evidence: seen },
          })),
      ),
    ),
  );
}

const founds: fc.Arbitrary<Pick<Report, 'results' | 'exchanges'>> = fc
  .array(evidence, { minLength: 1, maxLength: 5 })
  .chain((exchanges) => resultsOf(exchanges.length).map((results) => ({ results, exchanges })));

const observations: fc.Arbitrary<SeenObservation[]> = fc
  .array(fc.record({ requirement: rows, subject: texts, value: texts }), { maxLength: 5 })
  .map(seenIn);

const values = fc.array(texts, { minLength: 1, maxLength: 3 });
const changes: fc.Arbitrary<ObservationChange> = fc.oneof(
  fc.record({ kind: fc.constant('new' as const), id: texts, after: values }),
  fc.record({ kind: fc.constant('changed' as const), id: texts, before: values, after: values }),
  fc.record({ kind: fc.constant('gone' as const), id: texts, before: values }),
);

function runsWith({ results, exchanges }: Pick<Report, 'results' | 'exchanges'>): fc.Arbitrary<RunResult> {
  const shown = fc.oneof(
    records({ type: 'Sale' }),
    invalidRecords({ type: 'Purchase' }).map(({ record }) => record),
  );
  return fc.record({
    results: fc.constant(results),
    exchanges: fc.constant(exchanges),
    observations,
    suiteFaults: fc.array(
      fc.record({
        check: fc.constantFrom(...checksOf(bundled).map(({ id }) => id)),
        error: fc.oneof(
          texts,
          fc.constant(undefined),
          texts.map((text) => new Error(text)),
        ),
      }),
      { maxLength: 2 },
    ),
    requests: counts,
    putBack: fc.constant([]),
    fieldCoverage: fc.array(shown, { maxLength: 3 }).map((records) => fieldCoverageOf(bundled, records)),
  });
}

function circumstancesWith(
  found: readonly CheckResult[],
  changed: readonly ObservationChange[],
): fc.Arbitrary<RunCircumstances> {
  return fc.record(
    {
      specification: fc.constant(bundled),
      target: fc.webUrl(),
      startedAt: dates.map((date) => new Date(date)),
      durationMs: fc.double({ min: 0, max: 1e7, noNaN: true }),
      seed: counts,
      runs: fc.integer({ min: 1, max: 1000 }),
      only: texts,
      shard: fc.constantFrom('1/3', '12/12'),
      discovered: fc.record({
        identifiers: counts,
        tried: counts,
        cases: fc.record({
          Sale: fc.array(fc.uuid()),
          Purchase: fc.constant([]),
          Remortgage: fc.constant([]),
          Transfer: fc.constant([]),
        }),
        requests: counts,
        obstacle: texts,
      }),
      objections: objectionsWith(found, changed),
      changes: fc.constant(changed),
    },
    { requiredKeys: ['specification', 'target', 'startedAt', 'durationMs', 'seed', 'runs'] },
  );
}

function objectionsWith(
  found: readonly CheckResult[],
  changed: readonly ObservationChange[],
): fc.Arbitrary<Objection[]> {
  const leftChanged = fc.record({
    kind: fc.constant('left-changed' as const),
    client: texts,
    message: texts,
  });
  const waivers = fc.record({ result: texts, pointer: pointers, reason: texts, until: dates });
  const known = new Set(found.map(({ id }) => id));
  return fc
    .tuple(fc.array(leftChanged, { maxLength: 2 }), fc.array(waivers, { maxLength: 3 }))
    .map(([left, accepted]) => [
      ...objectionsToUndecided(found),
      ...objectionsToPutBack({ putBack: left }),
      ...objectionsToChanges(changed),
      ...objectionsToFieldCoverage(bundled, { valid: {}, invalid: {} }, 50),
      ...objectionsToWaivers(accepted, { results: found, known, today: '2050-01-01' }),
    ]);
}
