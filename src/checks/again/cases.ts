import {
  deviates,
  handsOver,
  held,
  isSuccess,
  statusKind,
  statusOf,
  undecided,
} from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { isAnsweredWithRecord, isOfTheCase, listedAs } from '../../rules/case-record.ts';
import { refuses } from '../../rules/refusal.ts';
import type { Exchange } from '../../trace/exchange.ts';
import type { ShownExchange } from '../../trace/shown-exchange.ts';
import { firstRefused, refusedAgain, repliesAgain } from './answers.ts';
import { judgeFlips } from './flips.ts';
import { type ReadAgain, type RepeatedCase, readAgain } from './read-again.ts';

/** Each case that is read again is answered as the first reading must be, and shows the same. */
export async function* readsCasesAgain(session: Session): AsyncIterable<Judgement> {
  const all = await session.share(readAgain, isOfCases);
  for (const repeated of all.cases) {
    const again = repliesAgain(repeated, 'getCaseData', (status) => status === 200);
    if (again === undefined) {
      yield firstRefused(repeated, `cases.${repeated.caseType}`);
      continue;
    }
    for (const reply of again) yield* judgeCase(session, reply, repeated, all);
    yield* judgeFlips(session, repeated);
    if (repeated.missing !== undefined) throw repeated.missing;
  }
}

const isOfCases = ({ operation }: ShownExchange): boolean => operation === 'getCaseData';

function* judgeCase(
  { specification }: Session,
  reply: Exchange,
  { id, caseType }: RepeatedCase,
  all: ReadAgain,
): Iterable<Judgement> {
  yield* isAnsweredWithRecord(reply, () => refusedAgain(reply, 'case-data-200', '200', all));
  yield* isOfTheCase(specification, reply, listedAs(caseType, id));
}

const nothingAccepted =
  'No case is answered 200, so that a refusal proves nothing. Check tokens.member and cases.';

/** While a case is read with valid credentials, others are refused as always. */
export async function* refusesMeanwhile(session: Session): AsyncIterable<Judgement> {
  const { toForger, cases } = await session.share(readAgain, isOfCases);
  const accepted = cases.flatMap(({ replies }) => replies).filter(({ status }) => status === 200);
  if (accepted.length === 0) {
    yield undecided('control-refused', nothingAccepted);
    return;
  }
  for (const reply of toForger.replies) {
    const twin = accepted.find(({ call }) => call.path === reply.call.path);
    yield* refuses(session.specification, reply, 401, 'credentials-401', twin);
  }
  if (toForger.missing !== undefined) throw toForger.missing;
}

/** While a member reads a case, a user of another organisation is refused it. */
export async function* refusesOutsiderMeanwhile(session: Session): AsyncIterable<Judgement> {
  const { toOutsider, cases } = await session.share(readAgain, isOfCases);
  const accepted = cases.flatMap(({ replies }) => replies).filter(({ status }) => status === 200);
  if (accepted.length === 0) {
    yield undecided('control-refused', nothingAccepted);
    return;
  }
  for (const reply of toOutsider.replies) {
    const isGiven = isSuccess(reply) || accepted.some((one) => handsOver(reply, one));
    const words = `The case must be refused whoever reads it meanwhile, but is answered ${statusOf(reply)}`;
    yield isGiven ? deviates(reply, 'outsider-403', words, '', statusKind(reply)) : held;
  }
  if (toOutsider.missing !== undefined) throw toOutsider.missing;
}
