import { type Call, getInterfaceDescription, getOrganisation, listCases } from '../api/calls.ts';
import {
  deviates,
  handsOver,
  held,
  isSuccess,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { Check, Judgement } from '../harness/check.ts';
import { checkOf, ofEachItem } from '../harness/judged.ts';
import type { Session } from '../harness/session.ts';
import {
  type AskedAgain,
  firstRefused,
  isListedAgain,
  isSameCaseAgain,
  isSameOrganisationAgain,
  refusedAgain,
} from '../rules/asked-again.ts';
import { operations, requirementsOfRefusal } from '../rules/operations.ts';
import { refuses } from '../rules/refusal.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { type ReadAgain, readAgain } from './again/read-again.ts';
import type { Repeated } from './again/reading.ts';
import { servedIn } from './get-interface-description/served.ts';

/** The checks that repeat correct requests: again, concurrently with others, and after refused ones. */
export const againChecks: readonly Check[] = Object.freeze<Check[]>([
  checkOf({
    id: 'getCaseData.again',
    title: 'A case that is read again, and at the same time as others, is answered as before',
    operation: 'getCaseData',
    requirements: ['case-data-200', 'bodies-are-json', 'case-data-of-the-case'],
    needs: ['a case'],
    stage: 'again',
    probe: (session) => askedAgain(session, 'getCaseData', ({ cases }) => cases),
    rule: ofEachItem(isSameCaseAgain),
  }),
  checkOf<Meanwhile>({
    id: 'getCaseData.credentials-at-once',
    title: 'getCaseData is answered 401 without valid credentials, also while it is read with valid ones',
    operation: 'getCaseData',
    requirements: requirementsOfRefusal('getCaseData', 'credentials-401'),
    needs: operations.getCaseData.needs,
    stage: 'again',
    probe: (session) => refusedMeanwhile(session, ({ toForger }) => toForger),
    rule: ofEachItem(({ reply, accepted }, { specification }) => {
      const twin = accepted.find(({ call }) => call.path === reply.call.path);
      return refuses(specification, reply, 401, 'credentials-401', twin);
    }),
  }),
  checkOf<Meanwhile>({
    id: 'getCaseData.outsider-at-once',
    title: 'A user of another organisation is refused a case, also while a member reads it',
    operation: 'getCaseData',
    requirements: ['outsider-403'],
    needs: ['a case', 'outsider token'],
    stage: 'again',
    probe: (session) => refusedMeanwhile(session, ({ toOutsider }) => toOutsider),
    rule: ofEachItem(keepsFromOutsider),
  }),
  checkOf({
    id: 'getOrganisation.again',
    title: 'The organisation that is read again is the same',
    operation: 'getOrganisation',
    requirements: ['get-organisation', 'organisation-is-callers', 'bodies-are-json'],
    needs: [],
    stage: 'again',
    probe: (session) => askedAgain(session, 'getOrganisation', (all) => [otherOf(all, getOrganisation())]),
    rule: ofEachItem(isSameOrganisationAgain),
  }),
  checkOf({
    id: 'listCases.again',
    title: 'Cases can be listed again',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json', 'outsider-403'],
    needs: [],
    stage: 'again',
    probe: (session) =>
      askedAgain(session, 'listCases', (all) => {
        const ofOutsider = all.byOutsider.get(listCases().path)?.replies ?? [];
        return [{ ...otherOf(all, listCases()), ofOutsider }];
      }),
    rule: ofEachItem(isListedAgain),
  }),
  checkOf({
    id: 'getInterfaceDescription.again',
    title: 'The description is served again',
    operation: 'getInterfaceDescription',
    requirements: ['description-served'],
    needs: [],
    stage: 'again',
    probe: (session) =>
      askedAgain(session, 'getInterfaceDescription', (all) => [otherOf(all, getInterfaceDescription())]),
    rule: ofEachItem(isServedAgain),
  }),
]);

/** The answers to the member's repeated requests, including those before a missing answer. */
async function* askedAgain<One extends Repeated>(
  session: Session,
  operation: OperationId,
  of: (all: ReadAgain) => readonly One[],
): AsyncIterable<One & AskedAgain> {
  const all = await session.share(readAgain, (one) => one.operation === operation);
  for (const repeated of of(all)) {
    const [first, ...again] = repeated.replies;
    if (first === undefined) throw repeated.missing ?? new Error(`${operation} was not asked for.`);
    yield { ...repeated, first, again, isTokenAccepted: all.isTokenAccepted };
    if (repeated.missing !== undefined && operations[operation].isAccepted(first.status))
      throw repeated.missing;
  }
}

function otherOf({ others }: ReadAgain, { path }: Call): Repeated {
  const repeated = others.get(path);
  if (repeated === undefined) throw new Undecidable('no-data', `${path} is not described.`);
  return repeated;
}

/** The answer to a caller who must be refused, and the answers that the member got concurrently. */
interface Meanwhile {
  readonly reply: Exchange;
  readonly accepted: readonly Exchange[];
}

async function* refusedMeanwhile(
  session: Session,
  of: (all: ReadAgain) => Repeated,
): AsyncIterable<Meanwhile> {
  const all = await session.share(readAgain, ({ operation }) => operation === 'getCaseData');
  const accepted = all.cases.flatMap(({ replies }) => replies).filter(({ status }) => status === 200);
  if (accepted.length === 0) {
    const words = 'No case is answered 200, so a refusal proves nothing. Check tokens.member and cases.';
    throw new Undecidable('control-refused', words);
  }
  const { replies, missing } = of(all);
  for (const reply of replies) yield { reply, accepted };
  if (missing !== undefined) throw missing;
}

function* keepsFromOutsider({ reply, accepted }: Meanwhile): Iterable<Judgement> {
  const isGiven = isSuccess(reply) || accepted.some((one) => handsOver(reply, one));
  const words = `The case must be refused whoever reads it meanwhile, but is answered ${statusOf(reply)}`;
  yield isGiven ? deviates(reply, 'outsider-403', words, '', statusKind(reply)) : held;
}

/** A description that was served once must be served again. */
function* isServedAgain({ first, again, isTokenAccepted }: AskedAgain): Iterable<Judgement> {
  if (!isSuccess(first)) return yield firstRefused(first);
  if (servedIn(first).kind !== 'description') {
    const words = 'No description is served that could be read; see getInterfaceDescription.served.';
    return yield undecided('no-data', words);
  }
  for (const reply of again) {
    const served = servedIn(reply);
    if (!isSuccess(reply)) yield refusedAgain(reply, 'description-served', '2xx', isTokenAccepted);
    else if (served.kind !== 'no description') yield held;
    else {
      const words = `A description must be served again, as it was before, but the body ${served.which}`;
      yield deviates(reply, 'description-served', words, '', 'no description');
    }
  }
}
