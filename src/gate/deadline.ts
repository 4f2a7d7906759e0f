import { EndedEarly } from '../conformance/exchanges.ts';
import { Failure } from './failure.ts';

/** How long a run may take. */
export interface DeadlineOptions {
  /** For the whole run, in seconds; `check` and `verify` take that of the configuration without it. */
  readonly deadlineSeconds?: number | undefined;
}

const mostSeconds = 604_800;

/** What ends a run early, and what is to be done when it has ended. */
interface Deadline {
  readonly signal: AbortSignal | undefined;
  close(): void;
}

/**
 * Starts the time of a run.
 * @param signal - ends it early, too
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` for a time that makes no sense
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
