import {
  deviates,
  held,
  isJson,
  isSuccess,
  jsonOf,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { About, Judgement } from '../harness/check.ts';
import type { CaseType } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { isAnsweredWithRecord, isOfTheCase, listedAs } from './case-record.ts';
import { isListOfAnother } from './listed-identifiers.ts';
import { operations } from './operations.ts';
import { holdsDetails, identityOf } from './organisation.ts';
import { flipIn, goesBackAndForth } from './repeated-readings.ts';

/** The answers to the same request of the member, in the order of the requests. */
export interface AskedAgain {
  readonly first: Exchange;
  readonly again: readonly Exchange[];
  /** Whether the member's token was accepted again for anything. */
  readonly isTokenAccepted: boolean;
}

interface CaseAskedAgain extends AskedAgain {
  readonly id: string;
  readonly caseType: CaseType;
}

interface ListAskedAgain extends AskedAgain {
  /** The lists of a user of another organisation, who asked at the same moments. */
  readonly ofOutsider: readonly Exchange[];
}

/** A case is answered as the first reading must be, and shows the same. */
export function* isSameCaseAgain(
  { first, again, id, caseType, isTokenAccepted }: CaseAskedAgain,
  { specification }: About,
): Iterable<Judgement> {
  if (!operations.getCaseData.isAccepted(first.status))
    return yield firstRefused(first, `tokens.member and cases.${caseType}`);
  for (const reply of again) {
    yield* isAnsweredWithRecord(reply, () => refusedAgain(reply, 'case-data-200', '200', isTokenAccepted));
    yield* isOfTheCase(specification, reply, listedAs(caseType, id));
  }
  yield* goesBackAndForth(specification, [first, ...again], { id });
}

/** The organisation is read again, and is the same. */
export function* isSameOrganisationAgain({ first, again, isTokenAccepted }: AskedAgain): Iterable<Judgement> {
  if (!operations.getOrganisation.isAccepted(first.status)) return yield firstRefused(first);
  for (const reply of again) {
    if (!isSuccess(reply)) {
      yield refusedAgain(reply, 'get-organisation', '2xx', isTokenAccepted);
      continue;
    }
    if (reply.text !== '') yield isJson(reply);
    yield* holdsDetails(reply);
  }
  const shown = [first, ...again].filter(
    (reply) => isSuccess(reply) && identityOf(jsonOf(reply)) !== undefined,
  );
  const odd = shown[flipIn(shown.map((reply) => identityOf(jsonOf(reply)))) ?? -1];
  const words =
    "The record must be that of the caller's organisation each time, but is that of another in between";
  yield odd === undefined ? held : deviates(odd, 'organisation-is-callers', words, '', 'back and forth');
}

/** Cases are listed again; which ones is open. */
export function* isListedAgain({
  first,
  again,
  isTokenAccepted,
  ofOutsider,
}: ListAskedAgain): Iterable<Judgement> {
  const { isAccepted } = operations.listCases;
  if (!isAccepted(first.status)) return yield firstRefused(first);
  for (const reply of again)
    yield isAccepted(reply.status)
      ? isJson(reply)
      : refusedAgain(reply, 'list-cases-exists', '2xx', isTokenAccepted);
  // The first and the last list of the member are the member's, even if cases come and go.
  const odd = again.find((reply) => isListOfAnother(reply, ofOutsider, [first, again.at(-1) ?? first]));
  const words =
    "The list must be of the cases of the caller's organisation each time, but is that of another, whose user asked at the same moment";
  if (odd !== undefined) yield deviates(odd, 'outsider-403', words, '', 'of another caller');
}

/** Undecided, since the checks that send the first request report what is wrong with its answer. */
export function firstRefused({ call, status }: Exchange, where = 'tokens.member'): Judgement {
  const words = `${call.path} is answered ${status} the first time, so nothing can be said of the next. Check ${where}.`;
  return undecided('control-refused', words);
}

/** The request is not answered with a success, although it was before. */
export function refusedAgain(
  reply: Exchange,
  requirement: string,
  due: string,
  isTokenAccepted: boolean,
): Judgement {
  if (reply.status === 401 && reply.statusAlone === undefined && !isTokenAccepted) {
    const words =
      'tokens.member was accepted before, and is answered 401 since the run sent invalid credentials. If the target locks callers out for that, test with another token.';
    return undecided('control-refused', words);
  }
  const words = `The status must be ${due} again, as it was before, but is ${statusOf(reply)}`;
  return deviates(reply, requirement, words, '', `again: ${statusKind(reply)}`);
}
