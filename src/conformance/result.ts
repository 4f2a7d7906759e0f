import type { AnswersForDrift } from '../folds/answers-for-drift.ts';
import type { FieldCoverage } from '../folds/field-coverage.ts';
import type { PersonalValues } from '../folds/personal-values.ts';
import type { Advisory } from '../harness/advisory.ts';
import type { Check, Deviation } from '../harness/check.ts';
import type { OperationId } from '../specification/description.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import type { PutBack } from './put-back/put-back.ts';
import type { RequestCounts } from './request-counts.ts';

/** The verdicts of conformance testing (ISO/IEC 9646). */
export type Verdict = 'pass' | 'fail' | 'inconclusive';

/** What one check found. */
export interface CheckResult extends Pick<Check, 'id' | 'title' | 'operation' | 'requirements'> {
  readonly verdict: Verdict;
  /** The lock or baseline is of a suite that did not have this check. */
  readonly added?: true;
  /** Why it is inconclusive. */
  readonly reason?: Reason;
  /** That it is not decided is known, and accepted for now. */
  readonly waived?: Waived;
  /** What kept it from being decided, and what would decide it. */
  readonly remedies: readonly Remedy[];
  /** The deviations. */
  readonly findings: readonly ReportedDeviation[];
  /** What public standards say of the answers; absent where there is nothing. */
  readonly advisories?: readonly ReportedAdvisory[];
  /** The exchanges that the check looked at, each by its place among those of the run. */
  readonly evidence: readonly number[];
}

/** A deviation that a check found, and whether it is accepted for now. */
export interface ReportedDeviation extends Reported<Deviation> {
  readonly waived?: Waived;
  /** It is in the baseline that the run was given, so that it is not new. */
  readonly isInBaseline?: true;
}

/** An advisory, as results have it. */
export type ReportedAdvisory = Reported<Advisory>;

/** What is said against a reply, as results have it. */
export type Reported<Said extends { readonly reply: number }> = Omit<Said, 'reply'> & {
  /** The exchange that shows it, by its place among those of the run. */
  readonly exchange: number;
  /** What it is, over runs, seeds and cases. */
  readonly fingerprint: string;
};

/** On what terms a deviation is accepted. */
export interface Waived {
  readonly reason: string;
  /** The last day on which it is accepted, as YYYY-MM-DD. */
  readonly until: string;
}

/** What kept something from being decided. */
export interface Remedy {
  readonly reason: Reason;
  /** One or two plain sentences that say what would decide it. */
  readonly remedy: string;
  /** It deviates, and may: whoever needs it has only just asked for it. */
  readonly isPending?: true;
  /** The connection of this request alone was closed: the target answered others of its operation, and afterwards. */
  readonly isCutOff?: true;
}

/** A check that broke for a reason that is not the target's. */
export interface SuiteFault {
  readonly check: string;
  readonly error: unknown;
}

/** What a run found. */
export interface RunResult {
  readonly results: readonly CheckResult[];
  /** The exchanges that the checks looked at, each once, in their order, without tokens and personal data. */
  readonly exchanges: readonly Evidence[];
  readonly observations: readonly SeenObservation[];
  readonly suiteFaults: readonly SuiteFault[];
  /** Requests sent, controls and repetitions included. */
  readonly requests: number;
  /** How many of them were of each operation, where something was sent. */
  readonly requestsByOperation?: RequestCounts;
  /** How many answers of each operation checks looked at, where something was sent. */
  readonly judged?: Readonly<Partial<Record<OperationId, number>>>;
  /** What became of each client that the run changed. */
  readonly putBack: readonly PutBack[];
  /** The listed clients that every change is answered 404; undefined where nothing was sent. */
  readonly absentClients?: readonly string[];
  /** Why the journal could not be written, or not emptied, where it was so. */
  readonly journalTrouble?: string;
  /** What the case records of the run showed of what they can show. */
  readonly fieldCoverage: FieldCoverage;
  /** Undefined where nothing was sent. */
  readonly answersForDrift?: AnswersForDrift;
  /** What the answers showed of persons; undefined where those are none. */
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
