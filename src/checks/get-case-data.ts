import { getCaseData } from '../api/calls.ts';
import {
  held,
  isJson,
  isSameConcurrently,
  isSuccess,
  observes,
  undecided,
  wrongStatus,
} from '../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement, ofEachItem } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { mapConcurrently } from '../harness/probe-items.ts';
import type { Session } from '../harness/session.ts';
import { type ListedCase, listedCases } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import {
  type AskedCase,
  caseRecordIn,
  isAnsweredWithRecord,
  isOfTheCase,
  listedAs,
} from '../rules/case-record.ts';
import { operations } from '../rules/operations.ts';
import { isRefusalAsDescribed, refusedWith, refuses } from '../rules/refusal.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { ifAnswered } from '../trace/gap.ts';
import { readAgain, refusalsOf } from './bursts.ts';
import { identifiersCheck } from './get-case-data/identifiers.ts';
import { askWithoutIdentifier, missingIdentifierRefused } from './get-case-data/missing-identifier.ts';
import { foreignCaseCheck, otherWaysCheck } from './get-case-data/other-organisations.ts';
import { observationsOf, recordChecks, refusedCase } from './get-case-data/record.ts';
import { refusalCheck, sendTwins } from './refusal-check.ts';

export function getCaseDataChecks(specification: Specification): Check[] {
  return [...ownChecks, ...recordChecks(specification)];
}

const noUuid = 'not-a-uuid';

const ownChecks: readonly Check[] = [
  checkOf({
    id: 'getCaseData.listed-cases',
    title: 'Each listed case is answered 200 with a record',
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
    requirements: ['case-data-of-the-case'],
    needs: ['a case'],
    ofEachCase: true,
    probe: async function* (session) {
      for await (const { caseType, id, reply } of readOnce(session))
        yield { asked: listedAs(caseType, id), reply };
    },
    itemOf: (reply, { source, id, caseType }) => {
      if (id === undefined || memberOf(caseRecordIn(reply), 'caseId') === undefined) return undefined;
      // The list of cases may show types in any form, so only the case of a pact has an expected type.
      return source === 'pact'
        ? { asked: { id, caseType, because: 'the case was set up' }, reply }
        : { asked: { id }, reply };
    },
    rule: ofEachItem(isTheCaseAskedFor),
  }),
  checkOf<Exchange>({
    id: 'getCaseData.missing-identifier',
    title: 'A request without the case identifier is answered 400',
    requirements: ['case-data-400', 'error-message'],
    stage: 'during changes',
    probe: async function* (session) {
      await provenToken(session, 'member');
      yield* askWithoutIdentifier((call) => session.sendOnce(call, 'member'));
    },
    rule: (replies, about) => missingIdentifierRefused(about, replies),
  }),
  checkOf<Exchange>({
    id: 'getCaseData.absent-case',
    title: 'A case that does not exist is answered 404',
    requirements: ['case-data-404-absent', 'error-message'],
    stage: 'during changes',
    probe: async function* (session) {
      await provenToken(session, 'member');
      yield await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
      const malformed = await ifAnswered(session.sendOnce(getCaseData(noUuid), 'member'));
      if (malformed !== undefined) yield malformed;
    },
    rule: ofEachItem((reply, { specification }) =>
      reply.call.path === getCaseData(noUuid).path
        ? isNoSuccess(reply, specification)
        : refuses(specification, reply, 404, 'case-data-404-absent'),
    ),
  }),
  foreignCaseCheck,
  identifiersCheck,
  otherWaysCheck,
  refusalCheck({
    id: 'getCaseData.outsider',
    title: 'A user of another organisation is refused the case, with 403 or 404',
    requirements: ['outsider-403', 'error-message'],
    needs: ['a case', 'outsider token'],
    stage: 'during changes',
    // Two statements apply: 403, since the user is not of the organisation (interface 7), and 404, since the case is
    // not theirs (interface 4.1).
    twins: async function* (session) {
      const calls = operations.getCaseData.calls(session);
      // The outsider requests one of several cases while the member reads it.
      const repeated = calls.length > 1 ? await session.share(readAgain, () => false) : [];
      const meanwhile = repeated.find(
        ({ call, credentials }) => credentials === 'outsider' && call.operation === 'getCaseData',
      )?.call.path;
      const asked = calls.map((call) =>
        Array(refusalsOf(session.sampling) - (call.path === meanwhile ? 1 : 0)).fill({
          call,
          credentials: 'outsider',
        }),
      );
      yield* sendTwins(session, asked, { isAccepted: operations.getCaseData.isAccepted });
    },
    rule: refusedWith([403, 404]),
    observed: { requirement: 'outsider-case', subject: 'getCaseData by a user of another organisation' },
    searched: {
      refusedCaller: 'stranger',
      isRefusal: (status) => status === 403 || status === 404,
    },
    isSpelled: true,
  }),
  checkOf<Exchange>({
    id: 'getCaseData.discovered',
    title: 'The identifiers that the list of cases shows are answered 200, or refused with 404',
    requirements: ['case-data-200', 'bodies-are-json', 'error-message'],
    ofEachCase: true,
    applies: ({ discovered }) => discovered !== undefined,
    // biome-ignore lint/correctness/useYield: discovery sends the requests
    probe: async function* (session) {
      await provenToken(session, 'member');
    },
    itemOf: (reply) => reply,
    rule: (replies, about) =>
      replies.length === 0 && !about.isCutShort
        ? [held]
        : replies.flatMap((reply) => [...isCaseOrNone(reply, about)]),
  }),
];

interface ReadCase {
  readonly asked: AskedCase;
  readonly reply: Exchange;
}

interface ReadListedCase extends ListedCase {
  readonly reply: Exchange;
}

function readOnce(session: Session): AsyncIterable<ReadListedCase> {
  return mapConcurrently(listedCases(session.target), async (one) => ({
    ...one,
    reply: await session.sendOnce(getCaseData(one.id), 'member'),
  }));
}

function* isAnswered({ caseType, reply }: ReadListedCase, { specification }: About): Iterable<Judgement> {
  yield* isSameConcurrently(reply, 'case-data-200');
  yield* isAnsweredWithRecord(reply, isMissing);
  yield* observationsOf(specification, caseType, caseRecordIn(reply));
}

function isMissing(reply: Exchange): Judgement {
  const advice = is4xx(reply.status)
    ? 'If the case is gone, or tokens.member may not read it, correct the configuration'
    : '';
  return wrongStatus(reply, 'case-data-200', 'The status is {status} instead of 200', { detail: advice });
}

function* isTheCaseAskedFor({ asked, reply }: ReadCase, { specification }: About): Iterable<Judgement> {
  if (reply.status !== 200)
    return yield undecided('control-refused', refusedCase(reply.call, reply.status), reply);
  const judgements = isOfTheCase(specification, reply, asked);
  if (judgements.length === 0) {
    const words = `The record at ${reply.call.path} has no caseId, so it is not known whose it is.`;
    // Without its type, as in an envelope, only that is reported as missing.
    const pointer = memberOf(caseRecordIn(reply), 'caseType') === undefined ? '/caseType' : '/caseId';
    return yield undecided('no-data', [words, reply.call.path], reply, { number: reply.number, pointer });
  }
  yield* judgements;
}

/**
 * An identifier that is not a UUID names no case. Both 400 and 404 are sensible refusals; a 404 must have a
 * message (interface 4.1).
 */
function* isNoSuccess(reply: Exchange, specification: Specification): Iterable<Judgement> {
  const words = 'An identifier that is not a UUID is answered {status}';
  if (isSuccess(reply) || reply.status >= 500)
    yield wrongStatus(reply, 'case-data-404-absent', words, { context: 'is not a UUID' });
  else if (reply.status === 404) yield* isRefusalAsDescribed(specification, reply);
  const subject = 'getCaseData with an identifier that is no UUID';
  yield observes('update-and-create-errors', subject, String(reply.status));
}

/** The refusals of interface 4.1 except 401, since the member's token is known to be valid. */
const refusals: readonly number[] = [400, 403, 404];

/** An identifier in the list may identify something else than a case, so a refusal is right too. */
function* isCaseOrNone(reply: Exchange, { specification }: About): Iterable<Judgement> {
  const words =
    'An identifier that the list of cases shows is answered {status} instead of 200, or 404 if refused';
  if (!refusals.includes(reply.status))
    yield* isAnsweredWithRecord(reply, () => wrongStatus(reply, 'case-data-200', words));
  else if (reply.body.kind === 'json') yield* isRefusalAsDescribed(specification, reply);
  else yield isJson(reply);
}
