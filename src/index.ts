// This file is the public API. Everything that it does not export may change without notice.

import './gate/supported-node.ts';
import { bundled } from './specification/bundled.ts';

// The gate: commands as functions that return a report, or throw an error with a code.
export type { FailOn } from './acceptance/acceptance.ts';
export type { SuiteRecord } from './acceptance/added-checks.ts';
export type { Conclusion } from './acceptance/conclusion.ts';
export type { Lock, ObservationChange } from './acceptance/lock.ts';
export type { Objection } from './acceptance/objections.ts';
export type { Waiver } from './acceptance/waivers.ts';
// The parts of a check, which the built-in checks also use.
export {
  type Call,
  createOrganisation,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
  updateClient,
} from './api/calls.ts';
// A typed client of the service.
export { type CaseClient, type ClientOptions, openClient } from './api/client.ts';
export type {
  CaseDataResult,
  ClientResult,
  DescriptionResult,
  OpenResult,
  Result,
} from './api/results.ts';
export { checksOf } from './checks/all.ts';
// Runs without the gate, with a transport and journal of the caller.
export type { Tokens } from './conformance/exchanges.ts';
export type { Journal, JournalEntry } from './conformance/put-back/journal.ts';
export { openJournal } from './conformance/put-back/journal-folder.ts';
export type { PutBack } from './conformance/put-back/put-back.ts';
export type {
  CheckResult,
  Remedy,
  ReportedDeviation,
  RunResult,
  SeenObservation,
  SuiteFault,
  Verdict,
} from './conformance/result.ts';
export { type RunOptions, run } from './conformance/run.ts';
export type { CoverageTree } from './folds/coverage-tree.ts';
export type { FieldCoverage } from './folds/field-coverage.ts';
export { type CheckOptions, type CheckOutcome, check } from './gate/check.ts';
export { type CheckHarOptions, checkHar } from './gate/check-har.ts';
export type { Configuration } from './gate/configuration.ts';
export { readSpecification } from './gate/descriptions/read-specification.ts';
export type { SpecificationOptions } from './gate/descriptions/specification-of-call.ts';
export { type DiffOptions, diff } from './gate/diff.ts';
export type { Environment } from './gate/environment.ts';
export { Failure, type FailureCode, failureCodes } from './gate/failure.ts';
export type { KeptFieldCoverage } from './gate/files/form-files.ts';
export { type ValidatedRecord, validateRecords } from './gate/records/validate-records.ts';
export { compare, type MergeOptions, merge } from './gate/reports.ts';
export { type RestoreOptions, restore } from './gate/restore.ts';
export type { Progress, RunHooks, Undoing } from './gate/run-hooks.ts';
export type { TargetOptions } from './gate/target.ts';
export type { PublishedProvider } from './gate/verification/broker.ts';
export { type VerifyOptions, type VerifyOutcome, verify } from './gate/verify.ts';
export {
  deviates,
  hasMessage,
  hasStatus,
  held,
  isJson,
  isSuccess,
  jsonOf,
  undecided,
} from './harness/assertions.ts';
export type { About, Capability, Check, Deviating, Judgement, Probe, Rule } from './harness/check.ts';
export { checkOf, ofEachItem } from './harness/check.ts';
export { control, provenToken } from './harness/controls.ts';
export type { Deviation } from './harness/deviation.ts';
export { type Forgery, forgeries, noCredentials, unknownToken } from './harness/forgeries.ts';
export type { Observation, Sampling, Session } from './harness/session.ts';
export { listedCases, type Target, type TokenName, type WriteMode } from './harness/target.ts';
export type { JsonBody } from './http/json.ts';
export { openTransport, type Transport, type TransportOptions } from './http/transport.ts';
export type { Answer, Delivery, Throttled, Unanswered, WireRequest } from './http/wire.ts';
export type {
  Audience,
  DescriptionDifference,
  Effect,
  EffectVerdict,
  Witness,
} from './regression/descriptions/difference.ts';
export type {
  Drift,
  DriftDifference,
  DriftVerdict,
  NotCompared,
  PlaceEvidence,
} from './regression/drift/drift.ts';
export type { Baseline, DeviationState, KnownDeviation } from './report/baseline.ts';
export type { ComparedRun, Comparison, RequirementChange } from './report/comparison.ts';
export type { AcceptedDifference } from './report/diff/gate.ts';
export type { HarmlessChange } from './report/diff/harmless.ts';
export type {
  ComparedDescription,
  DiffReport,
  OutdatedEntry,
  Place,
  Position,
  ReportedDifference,
} from './report/diff/report.ts';
export type { Statement } from './report/headline.ts';
export type { ReportDeviation } from './report/problems.ts';
export { type FieldCoverageReport, type Report, type RunCircumstances, reportOf } from './report/report.ts';
export type { ClientRecord } from './rules/client-record.ts';
export type { Schema, Schemas } from './schema/schema.ts';
export type { CaseType, Description, OperationId } from './specification/description.ts';
export type { components, operations, paths } from './specification/interface.ts';
export { type OpeningOptions, openSpecification } from './specification/open.ts';
export type { Requirement } from './specification/requirements.ts';
export type { Specification } from './specification/specification.ts';
export type { Evidence } from './trace/evidence.ts';
export type { Exchange } from './trace/exchange.ts';
export { type Reason, Undecidable } from './trace/gap.ts';
export type { Finding } from './validation/finding.ts';
// The interface as data: description, requirements and validators.
export { bundled };

/** Validates a value against a schema of the bundled description. An empty list means valid. */
export const { validate } = bundled;
