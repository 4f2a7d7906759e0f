// The public list: what users import. Everything else may change without notice.
export { allChecks } from './checks/all.ts';
export { type Check, type Deviation, type Judgement, type Reason, Undecidable } from './checks/check.ts';
export type { Observation, Reply, Sampling, Session } from './checks/session.ts';
export type { Target, TokenName, WriteMode } from './checks/target.ts';
export { type CaseClient, type ClientOptions, openClient } from './client/client.ts';
export type {
  CaseDataResult,
  ClientResult,
  DescriptionResult,
  OpenResult,
  Result,
} from './client/results.ts';
export type { Tokens } from './conformance/exchanges.ts';
export type { Journal, JournalEntry } from './conformance/journal.ts';
export { openJournal } from './conformance/journal-folder.ts';
export type { Objection } from './conformance/objections.ts';
export type { PutBack } from './conformance/put-back.ts';
export type { CheckResult, RunResult, SeenObservation, SuiteFault } from './conformance/result.ts';
export { type RunOptions, run } from './conformance/run.ts';
export { type Conclusion, conclusionOf, type Verdict } from './conformance/verdict.ts';
export type { DefectName, Keyword } from './generation/defects.ts';
export type { OddityName } from './generation/oddities.ts';
export {
  type GeneratedType,
  generatedTypes,
  type InvalidRecord,
  invalidRecords,
  type OddRecord,
  oddRecords,
  records,
  type Wanted,
} from './generation/records.ts';
export { openTransport, type Transport, type TransportOptions } from './http/transport.ts';
export { type Report, type RunCircumstances, reportOf } from './report/report.ts';
export {
  type CaseType,
  type Description,
  description,
  type OperationId,
} from './specification/description.ts';
export type { components, operations, paths } from './specification/interface.ts';
export { type Requirement, requirements } from './specification/requirements.ts';
export type { Finding } from './validation/finding.ts';
export { validate } from './validation/validate.ts';
