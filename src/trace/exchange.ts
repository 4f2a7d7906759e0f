import type { Call } from '../api/calls.ts';
import type { JsonBody } from '../http/json.ts';
import type { Undecidable } from './gap.ts';

/** A request of a run and its answer: the one form of it, from the wire to the report. Nothing rewrites it later. */
export interface Exchange {
  /** Its place among the answers of the run. */
  readonly number: number;
  readonly call: Call;
  /** Whose credentials were sent, or what in their place. */
  readonly credentials: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonBody;
  readonly text: string;
  readonly bodyBytes: number;
  readonly durationMs: number;
  /** Whether a byte order mark stood before the text. */
  readonly hasByteOrderMark?: true;
  /** Whether it holds a token of the configuration. */
  readonly returnsToken?: true;
  /** Whether other calls were on their way at the same time. */
  readonly metOthers?: boolean;
  /** Set when this answer was wrong under concurrency: the correct status of the same request sent alone. */
  readonly alone?: number;
  /** The wrong answer under concurrency that came before this one. */
  readonly atOnce?: Exchange;
  /** Why the same request got no answer under concurrency, where it did not. */
  readonly lost?: Undecidable;
}
