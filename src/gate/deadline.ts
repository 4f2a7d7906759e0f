import { EndedEarly } from '../conformance/exchanges.ts';
import { Failure } from './failure.ts';

/** The time limit of a run. */
export interface DeadlineOptions {
  /** Seconds for the whole run; by default the value of the configuration, in `check` and `verify`. */
  readonly deadlineSeconds?: number | undefined;
}

const mostSeconds = 604_800;

/** The signal that ends a run early, and the cleanup when the run has ended. */
interface Deadline {
  readonly signal: AbortSignal | undefined;
  close(): void;
}

/**
 * Starts the timer of a run.
 * @param signal - also ends the run early
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` for an invalid number of seconds
 */
export function openDeadline(seconds: number | undefined, signal: AbortSignal | undefined): Deadline {
  if (seconds === undefined) return { signal, close: () => {} };
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds) {
    const message = `The deadline must be a whole number of seconds from 1 to ${mostSeconds}, but is ${seconds}.`;
    throw new Failure('CALL_NOT_UNDERSTOOD', message);
  }
  const end = new AbortController();
  const message = `Time was up: the run reached its deadline of ${seconds} s, and was ended early. Give it more time, or leave the deadline out.`;
  const timer = setTimeout(() => end.abort(new EndedEarly(message)), seconds * 1_000);
  const signals = signal === undefined ? [end.signal] : [signal, end.signal];
  return { signal: AbortSignal.any(signals), close: () => clearTimeout(timer) };
}
