import { unknownToken } from '../../harness/forgeries.ts';
import type { Asked, Session } from '../../harness/session.ts';
import { type Answers, note, type Reading, type Repeated } from './reading.ts';

/** Answers to other callers whose requests ran concurrently with those of the member. */
export interface ToOthers<Came extends Repeated = Repeated> {
  /** The answers to invalid credentials for a case that was read concurrently with valid ones. */
  readonly toForger: Came;
  /** The answers to a user of another organisation for a case that the member read concurrently. */
  readonly toOutsider: Came;
  /** The answers to the same user for the caller's own data, by path. The member requested the same paths. */
  readonly byOutsider: ReadonlyMap<string, Came>;
}

/** The credentials of a request, and where its answer is noted. */
interface Asker extends Pick<Asked, 'credentials'> {
  readonly answers: Answers;
}

/**
 * Sends all readings concurrently as the member. Together with them, it requests the first case with invalid
 * credentials, and the second case and the caller's own data as a user of another organisation.
 */
export async function askAtOnce(
  session: Session,
  cases: readonly Reading[],
  others: readonly Reading[],
  { toForger, toOutsider, byOutsider }: ToOthers<Answers>,
): Promise<void> {
  const isOutsider = session.target.tokens.has('outsider');
  const othersForCases = [
    { credentials: unknownToken, answers: toForger },
    outsider(isOutsider ? toOutsider : undefined),
  ];
  const burst = [
    ...cases.flatMap((reading, place) => askersOf(reading, othersForCases[place])),
    ...others.flatMap((reading) => askersOf(reading, outsider(byOutsider.get(reading.call.path)))),
  ];
  const came = await session.sendAtOnce(burst);
  for (const [place, { answers }] of burst.entries()) note(answers, came[place] as (typeof came)[number]);
}

function outsider(answers: Answers | undefined): Asker | undefined {
  return answers && { credentials: 'outsider', answers };
}

/** The member's request, and the same request by the other caller, if any. */
function askersOf(reading: Reading, other: Asker | undefined): (Asked & Asker)[] {
  const { call } = reading;
  const member = { call, credentials: 'member', answers: reading } as const;
  return other === undefined ? [member] : [member, { call, ...other }];
}
