import type { Undecidable } from '../harness/check.ts';
import type { Reply } from '../harness/session.ts';
import type { Answered } from '../http/evidence.ts';

/** A call that was answered: what a check sees of it, and what a report shows. */
export interface Exchange extends Answered, Reply {
  /** Other calls were on their way at the same time. */
  readonly metOthers?: boolean;
  readonly atOnce?: Exchange;
  /** Why the same got no answer before at the same time as other calls, where it did not. */
  readonly lost?: Undecidable;
}
