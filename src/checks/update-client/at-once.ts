import type { Asked, Reply, Session } from '../../harness/session.ts';

/**
 * The answers to calls that are sent at the same moment.
 * @throws {Undecidable} where not all of them are answered
 */
export async function answersTo(session: Session, asked: readonly Asked[]): Promise<Reply[]> {
  const answers = await session.sendAtOnce(asked);
  return answers.map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
}
