import type { Call } from '../api/calls.ts';
import type { JsonBody } from '../http/json.ts';
import type { MadeUp } from '../http/made-up.ts';
import type { Undecidable } from './gap.ts';

/** A request of a run and its answer, used unchanged from the wire to the report. */
export interface Exchange {
  /** Its position among the answers of the run. */
  readonly number: number;
  readonly call: Call;
  /** The name of the credentials that were sent, or of what replaced them. */
  readonly credentials: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonBody;
  readonly text: string;
  readonly bodyBytes: number;
  readonly durationMs: number;
  readonly hasByteOrderMark?: true;
  /** Whether the answer contains a token of the configuration. */
  readonly returnsToken?: true;
  /** What the run had made up and sent until then. */
  readonly madeUp?: MadeUp;
  /** Whether other calls were in flight at the same time. */
  readonly wasConcurrent?: boolean;
  /** The failure under concurrency that came before this answer. */
  readonly whenConcurrent?: Exchange;
  /** Why the same request got no answer under concurrency. */
  readonly lost?: Undecidable;
}
