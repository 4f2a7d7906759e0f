import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../../api/calls.ts';
import type { Session } from '../../harness/session.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { undecidableIn } from '../../trace/gap.ts';

/** The answers to one request, repeated with the same credentials. */
export interface Repeated {
  /** The first answer of the run and the later ones, in the order of their requests. */
  readonly replies: readonly Exchange[];
  /** Why an answer is missing, if one is. */
  readonly missing: Error | undefined;
}

/** Repeated answers while they are being collected. */
export interface Answers extends Repeated {
  readonly replies: Exchange[];
  missing: Error | undefined;
}

/** A request that the member repeats. */
export interface Reading extends Answers {
  readonly call: Call;
  /** The number of replies that have been compared. */
  known: number;
  /** Whether two answers contradict each other. */
  readonly differs: (specification: Specification, one: Exchange, other: Exchange) => boolean;
}

/** A reading that differs is repeated this often immediately, and again after a pause in which replicas catch up. */
const confirmations = 3;
export const latenessMs = 400;

export function noAnswers(): Answers {
  return { replies: [], missing: undefined };
}

/** Records an answer, or the reason why none arrived. */
export function note(answers: Answers, answer: Exchange | Error): void {
  if (answer instanceof Error) answers.missing ??= answer;
  else answers.replies.push(answer);
}

/** A reading with the first answer of the run. */
export async function begun(session: Session, call: Call, differs: Reading['differs']): Promise<Reading> {
  const reading: Reading = { call, replies: [], missing: undefined, known: 1, differs };
  // If the first answer is missing, the checks that send the request report why.
  note(reading, await session.sendOnce(call, 'member').catch(undecidableIn));
  return reading;
}

/** Repeats a reading that differs from the one before, to distinguish a lasting change from values that alternate. */
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
