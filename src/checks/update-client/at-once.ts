import type { Asked, Session } from '../../harness/session.ts';
import type { Exchange } from '../../trace/exchange.ts';

/**
 * The answers to calls that are sent at the same moment.
 * @throws {Undecidable} where not all of them are answered
 */
export async function answersAtOnce(session: Session, asked: readonly Asked[]): Promise<Exchange[]> {
  const answers = await session.sendAtOnce(asked);
  return answers.map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

/**
 * The answers to calls that are sent at the same moment to spare time: one after the other where a target is wrong at
 * once.
 * @throws {Undecidable} where not all of them are answered
 */
export async function answersTo(session: Session, asked: readonly Asked[]): Promise<Exchange[]> {
  if (session.atOnce() === 'right') return answersAtOnce(session, asked);
  const replies: Exchange[] = [];
  for (const { call, credentials } of asked) replies.push(await session.send(call, credentials));
  return replies;
}
