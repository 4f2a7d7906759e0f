import type { Reply } from '../harness/session.ts';
import type { Answered } from '../http/evidence.ts';

/** A call that was answered: what a check sees of it, and what a report shows. */
export interface Exchange extends Answered, Reply {}
