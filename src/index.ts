// The public list: what users import. Everything else may change without notice.

export type { Objection } from './acceptance/objections.ts';
export { type CaseClient, type ClientOptions, openClient } from './api/client.ts';
export type {
  CaseDataResult,
  ClientResult,
  DescriptionResult,
  OpenResult,
  Result,
} from './api/results.ts';
export { checksOf } from './checks/all.ts';
export type { Tokens } from './conformance/exchanges.ts';
export type { Journal, JournalEntry } from './conformance/put-back/journal.ts';
export { openJournal } from './conformance/put-back/journal-folder.ts';
export type { PutBack } from './conformance/put-back/put-back.ts';
export type { CheckResult, RunResult, SeenObservation, SuiteFault } from './conformance/result.ts';
export { type RunOptions, run } from './conformance/run.ts';
export { type Conclusion, conclusionOf, type Verdict } from './conformance/verdict.ts';
export type { DefectName, Keyword } from './generation/defects.ts';
export type { EdgeCaseName } from './generation/edge-cases.ts';
export {
  type EdgeCaseRecord,
  edgeCaseRecords,
  type GeneratedType,
  generatedTypes,
  type InvalidRecord,
  invalidRecords,
  records,
  type Wanted,
} from './generation/records.ts';
export { type Check, type Deviation, type Judgement, type Reason, Undecidable } from './harness/check.ts';
export type { Observation, Reply, Sampling, Session } from './harness/session.ts';
export type { Target, TokenName, WriteMode } from './harness/target.ts';
export { openTransport, type Transport, type TransportOptions } from './http/transport.ts';
export { type Report, type RunCircumstances, reportOf } from './report/report.ts';
export { bundled } from './specification/bundled.ts';
export type { CaseType, Description, OperationId } from './specification/description.ts';
export type { components, operations, paths } from './specification/interface.ts';
export { type OpeningOptions, openSpecification } from './specification/open.ts';
export type { Requirement } from './specification/requirements.ts';
export type { Specification } from './specification/specification.ts';
export type { Finding } from './validation/finding.ts';
