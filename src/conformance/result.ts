import type { AnswersForDrift } from '../folds/answers-for-drift.ts';
import type { FieldCoverage } from '../folds/field-coverage.ts';
import type { PersonalValues } from '../folds/personal-values.ts';
import type { Tried } from '../folds/tried.ts';
import type { Check } from '../harness/check.ts';
import type { Deviation } from '../harness/deviation.ts';
import type { OperationId } from '../specification/description.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import type { PutBack } from './put-back/put-back.ts';
import type { RequestCounts } from './request-counts.ts';

/** The verdicts of conformance testing (ISO/IEC 9646). */
export type Verdict = 'pass' | 'fail' | 'inconclusive';

export interface CheckResult
  extends Pick<Check, 'id' | 'title' | 'operation' | 'requirements' | 'caseType' | 'isSeeded'> {
  readonly verdict: Verdict;
  /** Set if the lock or baseline was made by a suite without this check. */
  readonly added?: true;
  readonly reason?: Reason;
  /** The waiver that accepts that the check is inconclusive. */
  readonly waived?: Waived;
  /** Why the check was not decided, and what would decide it. */
  readonly remedies: readonly Remedy[];
  readonly findings: readonly ReportedDeviation[];
  /** Deviations from public standards; absent if none were found. */
  readonly advisories?: readonly ReportedDeviation[];
  /**
   * Exchanges that could have shown a finding at this pointer, of this check or of another one of the same statement,
   * but did not; absent if unknown.
   */
  readonly held?: readonly { readonly exchange: number; readonly pointer: string }[];
  /** The exchanges that the check looked at, as indices into `RunResult.exchanges`. */
  readonly evidence: readonly number[];
}

/** A deviation in a result. It refers to exchanges by their index in `RunResult.exchanges`. */
export interface ReportedDeviation extends Omit<Deviation, 'reply'> {
  /** The index of the exchange that shows the deviation. */
  readonly exchange: number;
  /** Identifies the deviation across runs, seeds and cases. */
  readonly fingerprint: string;
  readonly waived?: Waived;
  readonly isInBaseline?: true;
}

export interface Waived {
  readonly reason: string;
  /** The last day of the waiver, as YYYY-MM-DD. */
  readonly until: string;
}

export interface Remedy {
  readonly reason: Reason;
  /** One or two sentences that say what would decide the check. */
  readonly remedy: string;
  /** See `Advice`. */
  readonly about?: string | undefined;
  readonly alternative?: string | undefined;
  /** The exchanges that kept the check from going on, each with the JSON pointer of the place in its body. */
  readonly blockedBy?: readonly { readonly exchange: number; readonly pointer: string }[];
  /** Set for a deviation in a pending interaction of a pact, which must not fail the provider. */
  readonly isPending?: true;
  /**
   * Set if only this request's connection was closed: the target answered other requests of the operation.
   */
  readonly isCutOff?: true;
}

/** A check that threw an unexpected error, which is a bug of the suite. */
export interface SuiteFault {
  readonly check: string;
  readonly error: unknown;
}

export interface RunResult {
  readonly results: readonly CheckResult[];
  /** The exchanges that checks looked at, ordered by number, without tokens and personal data. */
  readonly exchanges: readonly Evidence[];
  readonly observations: readonly SeenObservation[];
  readonly suiteFaults: readonly SuiteFault[];
  /** The number of requests sent, including controls and repetitions. */
  readonly requests: number;
  readonly requestsByOperation?: RequestCounts;
  readonly judged?: Readonly<Partial<Record<OperationId, number>>>;
  readonly forgeriesTried?: Tried;
  readonly spellingsTried?: Tried;
  readonly putBack: readonly PutBack[];
  /** The listed clients that do not exist: every change is answered 404. Undefined if nothing was sent. */
  readonly absentClients?: readonly string[];
  readonly journalTrouble?: string;
  readonly fieldCoverage: FieldCoverage;
  /** The answers to compare with a served description; undefined if nothing was sent. */
  readonly answersForDrift?: AnswersForDrift;
  /** Personal data in the answers, which no output may contain. Undefined if the data is made up. */
  readonly personal?: PersonalValues;
  readonly obstacle?: string;
}

/** An observation with all values that were seen, sorted. */
export interface SeenObservation {
  /** The requirement and the subject, as `requirement:subject` without spaces. Stable across runs. */
  readonly id: string;
  readonly values: readonly string[];
}
