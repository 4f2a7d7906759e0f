import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../../api/calls.ts';
import type { Session } from '../../harness/session.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { undecidableIn } from '../../trace/gap.ts';

/** What came of asking one thing again with the same credentials. */
export interface Repeated {
  /** The first answer of the run, and those since then, in the order in which they were asked for. */
  readonly replies: readonly Exchange[];
  /** Why not everything was answered, where it was not. */
  readonly missing: Error | undefined;
}

/** What comes of asking. */
export interface Answers extends Repeated {
  readonly replies: Exchange[];
  missing: Error | undefined;
}

/** Something that a member is asking for again. */
export interface Reading extends Answers {
  readonly call: Call;
  /** So many of the replies are known to differ, or not to. */
  known: number;
  /** Whether one answer is about something else than another. */
  readonly differs: (specification: Specification, one: Exchange, other: Exchange) => boolean;
}

/** What differs is read so often at once, and as often a little later, when a copy that is late has caught up. */
const confirmations = 3;
export const latenessMs = 400;

/** Nothing was asked yet. */
export function noAnswers(): Answers {
  return { replies: [], missing: undefined };
}

/** Takes an answer down, or why there is none. */
export function note(answers: Answers, answer: Exchange | Error): void {
  if (answer instanceof Error) answers.missing ??= answer;
  else answers.replies.push(answer);
}

/** A reading with the first answer of the run. */
export async function begun(session: Session, call: Call, differs: Reading['differs']): Promise<Reading> {
  const reading: Reading = { call, replies: [], missing: undefined, known: 1, differs };
  // Why there is no first answer is told by the checks that ask for it.
  note(reading, await session.sendOnce(call, 'member').catch(undecidableIn));
  return reading;
}

/** Reads what is not as it was again, until it can be told whether it changed or goes back and forth. */
export async function confirm(session: Session, reading: Reading): Promise<void> {
  const { call, replies, known, differs } = reading;
  const before = replies[known - 1];
  const isOther = (reply: Exchange): boolean =>
    before !== undefined && differs(session.specification, before, reply);
  if (replies.slice(known).some(isOther)) {
    for (const pauseMs of [0, latenessMs]) {
      await sleep(pauseMs);
      for (let count = 0; count < confirmations; count += 1)
        note(reading, await session.send(call, 'member').catch(undecidableIn));
    }
  }
  reading.known = replies.length;
}
