import { unknownToken } from '../../harness/forgeries.ts';
import type { Asked, Session } from '../../harness/session.ts';
import { type Answers, note, type Reading, type Repeated } from './reading.ts';

/** What came of asking at once with the member, as somebody else. */
export interface ToOthers<Came extends Repeated = Repeated> {
  /** The answers to invalid credentials for a case that was read with valid ones at the same moment. */
  readonly toForger: Came;
  /** The answers to a user of another organisation for a case that a member read at the same moment. */
  readonly toOutsider: Came;
  /** The answers to the same user who asked for what is of whoever asks as the member did, by the paths. */
  readonly byOutsider: ReadonlyMap<string, Came>;
}

/** Who asks, and where the answer goes. */
interface Asker extends Pick<Asked, 'credentials'> {
  readonly answers: Answers;
}

/**
 * Asks for all of this at once as the member. Beside that, invalid credentials are sent for the first case, and a user
 * of another organisation asks for the second, and for what is of whoever asks.
 */
export async function askAtOnce(
  session: Session,
  cases: readonly Reading[],
  others: readonly Reading[],
  { toForger, toOutsider, byOutsider }: ToOthers<Answers>,
): Promise<void> {
  const isOutsider = session.target.tokens.has('outsider');
  const besideCases = [
    { credentials: unknownToken, answers: toForger },
    outsider(isOutsider ? toOutsider : undefined),
  ];
  const burst = [
    ...cases.flatMap((reading, place) => askersOf(reading, besideCases[place])),
    ...others.flatMap((reading) => askersOf(reading, outsider(byOutsider.get(reading.call.path)))),
  ];
  const came = await session.sendAtOnce(burst);
  for (const [place, { answers }] of burst.entries()) note(answers, came[place] as (typeof came)[number]);
}

function outsider(answers: Answers | undefined): Asker | undefined {
  return answers && { credentials: 'outsider', answers };
}

/** The member, and whoever asks for the same beside them. */
function askersOf(reading: Reading, other: Asker | undefined): (Asked & Asker)[] {
  const { call } = reading;
  const member = { call, credentials: 'member', answers: reading } as const;
  return other === undefined ? [member] : [member, { call, ...other }];
}
