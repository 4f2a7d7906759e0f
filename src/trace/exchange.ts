import type { Call } from '../api/calls.ts';
import type { JsonBody } from '../http/json.ts';
import type { MadeUp } from '../http/made-up.ts';
import type { Undecidable } from './gap.ts';

/** A request of a run and its answer. Probes, rules, folds and reports all use this form. */
export interface Exchange {
  readonly number: number;
  readonly call: Call;
  /** The name of the token that was sent, such as `member`, or of the forgery. */
  readonly credentials: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonBody;
  readonly text: string;
  /** A digest of the whole text, if `text` is only its beginning. */
  readonly digest?: string;
  readonly bodyBytes: number;
  readonly durationMs: number;
  readonly hasByteOrderMark?: true;
  /** Set if the answer contains a configured token. */
  readonly returnsToken?: true;
  /** The values that the suite had made up and sent before this answer. */
  readonly madeUp?: MadeUp;
  /** Set if other calls were in flight at the same time. */
  readonly wasConcurrent?: boolean;
  /** The failed answer to the same request while other calls were in flight. This exchange is its retry. */
  readonly whenConcurrent?: Exchange;
  /** Why the same request got no answer while other calls were in flight. This exchange is its retry. */
  readonly lost?: Undecidable;
}
