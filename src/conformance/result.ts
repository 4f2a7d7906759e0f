import type { AnswersForDrift } from '../folds/answers-for-drift.ts';
import type { FieldCoverage } from '../folds/field-coverage.ts';
import type { PersonalValues } from '../folds/personal-values.ts';
import type { Tried } from '../folds/tried.ts';
import type { Check, Deviation } from '../harness/check.ts';
import type { Advisory } from '../harness/session.ts';
import type { OperationId } from '../specification/description.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import type { PutBack } from './put-back/put-back.ts';
import type { RequestCounts } from './request-counts.ts';

/** The verdicts of conformance testing (ISO/IEC 9646). */
export type Verdict = 'pass' | 'fail' | 'inconclusive';

export interface CheckResult extends Pick<Check, 'id' | 'title' | 'operation' | 'requirements'> {
  readonly verdict: Verdict;
  /** The lock or baseline is of a suite that did not have this check. */
  readonly added?: true;
  /** Why it is inconclusive. */
  readonly reason?: Reason;
  /** A waiver accepts that it is not decided. */
  readonly waived?: Waived;
  /** The reasons why it was not decided, and what would decide it. */
  readonly remedies: readonly Remedy[];
  readonly findings: readonly ReportedDeviation[];
  /** Deviations from public standards; absent if none were found. */
  readonly advisories?: readonly ReportedAdvisory[];
  /** The exchanges that the check looked at, each by its place among those of the run. */
  readonly evidence: readonly number[];
}

/** A deviation, and the waiver that accepts it. */
export interface ReportedDeviation extends Reported<Deviation> {
  readonly waived?: Waived;
  /** The baseline contains it, so it is not new. */
  readonly isInBaseline?: true;
}

/** An advisory, as results have it. */
export type ReportedAdvisory = Reported<Advisory>;

/** A deviation or an advisory, as results have it: it names exchanges by their places among those of the run. */
export type Reported<Found extends { readonly reply: number }> = Omit<Found, 'reply'> & {
  /** The exchange that shows it. */
  readonly exchange: number;
  /** Identifies it over runs, seeds and cases. */
  readonly fingerprint: string;
};

/** The terms on which a deviation is accepted. */
export interface Waived {
  readonly reason: string;
  /** The last day on which it is accepted, as YYYY-MM-DD. */
  readonly until: string;
}

/** A reason why a check was not decided, and what would decide it. */
export interface Remedy {
  readonly reason: Reason;
  /** One or two plain sentences that say what would decide it. */
  readonly remedy: string;
  /** The exchanges at which the check stopped, each with the place in its body that it stopped at. */
  readonly blockedBy?: readonly { readonly exchange: number; readonly pointer: string }[];
  /** It deviates, but may: the interaction is pending. */
  readonly isPending?: true;
  /** Only the connection of this request was closed; the target answered others of the operation, and later ones. */
  readonly isCutOff?: true;
}

/** A check that broke through a fault of the suite. */
export interface SuiteFault {
  readonly check: string;
  readonly error: unknown;
}

export interface RunResult {
  readonly results: readonly CheckResult[];
  /** The exchanges that the checks looked at, each once, in their order, without tokens and personal data. */
  readonly exchanges: readonly Evidence[];
  readonly observations: readonly SeenObservation[];
  readonly suiteFaults: readonly SuiteFault[];
  /** Requests sent, controls and repetitions included. */
  readonly requests: number;
  /** Requests by operation; absent if nothing was sent. */
  readonly requestsByOperation?: RequestCounts;
  /** Number of judged answers by operation; absent if nothing was sent. */
  readonly judged?: Readonly<Partial<Record<OperationId, number>>>;
  /** The forged credentials that were sent to each operation; absent if nothing was sent. */
  readonly forgeriesTried?: Tried;
  readonly spellingsTried?: Tried;
  /** The outcome for each client that the run changed. */
  readonly putBack: readonly PutBack[];
  /** The listed clients of which every change is answered 404; undefined if nothing was sent. */
  readonly absentClients?: readonly string[];
  /** Why the journal could not be written or emptied, if it could not. */
  readonly journalTrouble?: string;
  /** Which shapes, fields and values the case records showed. */
  readonly fieldCoverage: FieldCoverage;
  /** Undefined if nothing was sent. */
  readonly answersForDrift?: AnswersForDrift;
  /** Personal data of the answers; undefined if the data is made up. */
  readonly personal?: PersonalValues;
  /** Why the target could not be tested at all. */
  readonly obstacle?: string;
}

/** An observation with every value that was seen, sorted. */
export interface SeenObservation {
  /** Stable from run to run: the requirement and the subject, without spaces, as `requirement:subject`. */
  readonly id: string;
  readonly values: readonly string[];
}
