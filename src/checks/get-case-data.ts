import { getCaseData } from '../api/calls.ts';
import {
  deviates,
  handsOver,
  isSameAtOnce,
  isSuccess,
  observes,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { About, Check, Judgement } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { asJudged, checkOf, ofEachItem } from '../harness/judged.ts';
import { ofEach } from '../harness/of-each.ts';
import type { Session } from '../harness/session.ts';
import { type ListedCase, listedCases } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import { caseRecordIn, isAnsweredWithRecord, isOfTheCase, listedAs } from '../rules/case-record.ts';
import { leadsToNoOther, tellsNothing } from '../rules/disclosure.ts';
import { askWithoutIdentifier, missingIdentifierRefused } from '../rules/missing-identifier.ts';
import { operations } from '../rules/operations.ts';
import { refusedWith, refuses, type Twin } from '../rules/refusal.ts';
import { memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { caseMeanwhile, refusalsOf } from './again/read-again.ts';
import { byRestrictedCheck } from './get-case-data/by-restricted.ts';
import { tellsNoExistence } from './get-case-data/existence.ts';
import { identifiersCheck } from './get-case-data/identifiers.ts';
import { otherOrganisationsCheck } from './get-case-data/other-organisations.ts';
import { readingsCheck } from './get-case-data/readings.ts';
import { observationsOf, recordChecks, refusedCase } from './get-case-data/record.ts';
import { refusalCheck, sendTwins, suspects } from './refusals/refusal-check.ts';

/** The checks of GET /api/v2/cases/{id}/data (interface 4.1). */
export function getCaseDataChecks(specification: Specification): Check[] {
  return [...ownChecks, byRestrictedCheck, readingsCheck, ...recordChecks(specification)];
}

const noUuid = 'not-a-uuid';

const ownChecks: readonly Check[] = [
  checkOf({
    id: 'getCaseData.listed-cases',
    title: 'Each listed case is answered 200 with a record',
    operation: 'getCaseData',
    requirements: ['case-data-200', 'bodies-are-json'],
    needs: ['a case'],
    probe: async function* (session) {
      await provenToken(session, 'member');
      yield* readOnce(session);
    },
    rule: ofEachItem(isAnswered),
  }),
  checkOf<ReadCase>({
    id: 'getCaseData.of-the-case',
    title: 'The record is that of the case asked for',
    operation: 'getCaseData',
    requirements: ['case-data-of-the-case'],
    needs: ['a case'],
    ofEachCase: true,
    probe: readOnce,
    itemOf: (reply, { id }) =>
      id === undefined || memberOf(caseRecordIn(reply), 'caseId') === undefined ? undefined : { id, reply },
    rule: ofEachItem(isTheCaseAskedFor),
  }),
  checkOf<readonly Exchange[]>({
    id: 'getCaseData.missing-identifier',
    title: 'A request without the case identifier is answered 400',
    operation: 'getCaseData',
    requirements: ['case-data-400', 'error-message'],
    needs: [],
    stage: 'beside',
    probe: async function* (session) {
      await provenToken(session, 'member');
      yield await askWithoutIdentifier((call) => session.sendOnce(call, 'member'));
    },
    rule: ofEachItem((replies, { specification }) => missingIdentifierRefused(specification, replies)),
  }),
  checkOf<Exchange>({
    id: 'getCaseData.absent-case',
    title: 'A case that does not exist is answered 404',
    operation: 'getCaseData',
    requirements: ['case-data-404-absent', 'error-message'],
    needs: [],
    stage: 'beside',
    probe: async function* (session) {
      await provenToken(session, 'member');
      yield await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
      const malformed = await session.sendOnce(getCaseData(noUuid), 'member').catch(undecidableIn);
      if (!(malformed instanceof Undecidable)) yield malformed;
    },
    rule: ofEachItem((reply, { specification }) =>
      reply.call.path === getCaseData(noUuid).path
        ? isNoSuccess(reply)
        : refuses(specification, reply, 404, 'case-data-404-absent'),
    ),
  }),
  {
    id: 'getCaseData.foreign-case',
    title: 'A case of another organisation is answered 404',
    operation: 'getCaseData',
    requirements: ['case-data-404-foreign', 'error-message', 'existence-not-told'],
    needs: ['a foreign case'],
    stage: 'beside',
    rule: asJudged,
    probe: async function* (session) {
      for (const id of session.target.foreignCases)
        yield* refusesAs(session, id, 404, 'case-data-404-foreign');
      yield* tellsNoExistence(session);
      const refused = await refusedElsewhere(session);
      for (const twin of refused) yield* leadsToNoOther(twin, session.target, 'case-data-404-foreign');
      for await (const suspect of suspects(session, refused, 'stranger'))
        yield* tellsNothing(suspect, 'case-data-404-foreign');
    },
  },
  identifiersCheck,
  otherOrganisationsCheck,
  refusesOutsiders(),
];

/** A case that was asked for, and the answer. */
interface ReadCase {
  readonly id: string;
  /** The type under which it is listed. */
  readonly caseType?: CaseType;
  readonly reply: Exchange;
}

type ReadListedCase = ReadCase & ListedCase;

function readOnce(session: Session): AsyncIterable<ReadListedCase> {
  return ofEach(listedCases(session.target), async (one) => ({
    ...one,
    reply: await session.sendOnce(getCaseData(one.id), 'member'),
  }));
}

function* isAnswered({ caseType, reply }: ReadListedCase, { specification }: About): Iterable<Judgement> {
  yield* isSameAtOnce(reply, 'case-data-200');
  yield* isAnsweredWithRecord(reply, notThere);
  yield* observationsOf(specification, caseType, caseRecordIn(reply));
}

function notThere(reply: Exchange): Judgement {
  const advice = is4xx(reply.status)
    ? '. If the case is gone, or tokens.member may not read it, correct the configuration'
    : '';
  const words = `The status must be 200, but is ${statusOf(reply)}${advice}`;
  return deviates(reply, 'case-data-200', words, '', statusKind(reply));
}

function* isTheCaseAskedFor(
  { id, caseType, reply }: ReadCase,
  { specification }: About,
): Iterable<Judgement> {
  if (reply.status !== 200) {
    yield undecided('control-refused', refusedCase(reply.call, reply.status));
    return;
  }
  const asked = caseType === undefined ? { id } : listedAs(caseType, id);
  const judgements = isOfTheCase(specification, reply, asked);
  if (judgements.length === 0) {
    const words = `Without a caseId, it cannot be told whose record is shown at ${reply.call.path}.`;
    yield undecided('no-data', words);
    return;
  }
  if (reply.whenConcurrent !== undefined) yield* isOfTheCase(specification, reply.whenConcurrent, asked);
  yield* judgements;
}

/** An identifier that is not a UUID names no case. 400 and 404 are both sensible refusals. */
function* isNoSuccess(reply: Exchange): Iterable<Judgement> {
  if (isSuccess(reply) || reply.status >= 500) {
    const words = `The identifier names no case, but is answered ${statusOf(reply)}`;
    yield deviates(reply, 'case-data-404-absent', words, '', `no UUID: ${statusKind(reply)}`);
  }
  const subject = 'getCaseData with an identifier that is no UUID';
  yield observes('update-and-create-errors', subject, String(reply.status));
}

/** Reading the identifier is refused with that status and a message, though the token is valid. */
async function* refusesAs(
  session: Session,
  id: string,
  status: number,
  requirement: string,
): AsyncIterable<Judgement> {
  await provenToken(session, 'member');
  yield* refuses(
    session.specification,
    await session.sendOnce(getCaseData(id), 'member'),
    status,
    requirement,
  );
}

/**
 * The member's refusals of another organisation's cases, each with the record that the outsider is shown. A case
 * refused like one that does not exist is not requested as the outsider: such a refusal discloses nothing.
 */
async function refusedElsewhere(session: Session): Promise<Twin[]> {
  const { target } = session;
  if (!target.tokens.has('outsider')) return [];
  const absent = await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
  const refused: Twin[] = [];
  for (const id of target.foreignCases) {
    const call = getCaseData(id);
    const reply = await session.sendOnce(call, 'member');
    if (reply.status !== 404 || isSaidAlike(reply, absent)) continue;
    const accepted = await session.sendOnce(call, 'outsider');
    if (accepted.status === 200 && !handsOver(reply, accepted))
      refused.push({ refused: reply, accepted, credentials: 'member' });
  }
  return refused;
}

/** Whether two refusals are the same but for the identifiers that they name. */
function isSaidAlike(one: Exchange, other: Exchange): boolean {
  const [ofOne, ofOther] = [one, other].map(({ text }) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ''));
  return ofOne === ofOther;
}

/**
 * The user is not of the organisation (403), and the case is not of theirs (404): both are said (interface 4.1 and 7).
 * One case is asked for while the member reads it, and not here.
 */
function refusesOutsiders(): Check {
  const { isAccepted } = operations.getCaseData;
  return refusalCheck({
    id: 'getCaseData.outsider',
    title: 'A user of another organisation is refused the case, with 403 or 404',
    operation: 'getCaseData',
    requirements: ['outsider-403', 'error-message'],
    needs: ['a case', 'outsider token'],
    stage: 'beside',
    twins: (session) => {
      const { target, sampling } = session;
      const listed = listedCases(target);
      const meanwhile = listed.length > 1 ? caseMeanwhile(target) : undefined;
      const asked = listed.map(({ id }) =>
        Array(refusalsOf(sampling) - (id === meanwhile ? 1 : 0)).fill({
          call: getCaseData(id),
          credentials: 'outsider',
        }),
      );
      return sendTwins(session, asked, { isAccepted });
    },
    rule: refusedWith(403, 404),
    observed: { requirement: 'outsider-case', subject: 'getCaseData by a user of another organisation' },
    searched: {
      refusee: 'stranger',
      isRefusal: (status) => status === 403 || status === 404,
      isSpelled: () => true,
    },
  });
}
