import { getCaseData } from '../api/calls.ts';
import {
  deviates,
  handsOver,
  isJson,
  isSuccess,
  jsonOf,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import { type Check, type Judgement, Undecidable } from '../harness/check.ts';
import { control, provenToken } from '../harness/controls.ts';
import { ofEach, severalOfEach } from '../harness/of-each.ts';
import type { Reply, Session } from '../harness/session.ts';
import { listedCases } from '../harness/target.ts';
import { isOfTheCase } from '../rules/case-record.ts';
import { operations, refuses } from '../rules/operations.ts';
import { type Refused, tellingRefusals } from '../rules/telling-refusals.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { caseMeanwhile, refusalsOf } from './again/read-again.ts';
import { tellsNoExistence } from './get-case-data/existence.ts';
import { identifiersCheck } from './get-case-data/identifiers.ts';
import { otherOrganisationsCheck } from './get-case-data/other-organisations.ts';
import { readingsCheck } from './get-case-data/readings.ts';
import { observationsOf, recordChecks, refusedCase } from './get-case-data/record.ts';

/** The checks of GET /api/v2/cases/{id}/data (interface 4.1). */
export function getCaseDataChecks(specification: Specification): Check[] {
  return [...ownChecks, readingsCheck, ...recordChecks(specification)];
}

const ownChecks: readonly Check[] = [
  {
    id: 'getCaseData.listed-cases',
    title: 'Each listed case is answered 200 with a record',
    operation: 'getCaseData',
    requirements: ['case-data-200', 'bodies-are-json'],
    needs: ['a case'],
    run: answersListedCases,
  },
  {
    id: 'getCaseData.of-the-case',
    title: 'The record is that of the case asked for',
    operation: 'getCaseData',
    requirements: ['case-data-of-the-case'],
    needs: ['a case'],
    ofEachCase: true,
    run: answersTheCaseAskedFor,
  },
  {
    id: 'getCaseData.missing-identifier',
    title: 'A request without the case identifier is answered 400',
    operation: 'getCaseData',
    requirements: ['case-data-400', 'error-message'],
    needs: [],
    run: (session) => refusesAs(session, '', 400, 'case-data-400'),
  },
  {
    id: 'getCaseData.absent-case',
    title: 'A case that does not exist is answered 404',
    operation: 'getCaseData',
    requirements: ['case-data-404-absent', 'error-message'],
    needs: [],
    run: async function* (session) {
      yield* refusesAs(session, session.unusedIdentifier('case'), 404, 'case-data-404-absent');
      yield* judgesMalformedIdentifier(session);
    },
  },
  {
    id: 'getCaseData.foreign-case',
    title: 'A case of another organisation is answered 404',
    operation: 'getCaseData',
    requirements: ['case-data-404-foreign', 'error-message', 'existence-not-told'],
    needs: ['a foreign case'],
    run: async function* (session) {
      for (const id of session.target.foreignCases)
        yield* refusesAs(session, id, 404, 'case-data-404-foreign');
      yield* tellsNoExistence(session);
    },
  },
  identifiersCheck,
  otherOrganisationsCheck,
  {
    id: 'getCaseData.outsider',
    title: 'A user of another organisation is refused the case, with 403 or 404',
    operation: 'getCaseData',
    requirements: ['outsider-403', 'error-message'],
    needs: ['a case', 'outsider token'],
    run: refusesOutsiders,
  },
];

async function* answersListedCases(session: Session): AsyncIterable<Judgement> {
  await provenToken(session, 'member');
  for await (const { caseType, reply } of readOnce(session)) {
    if (reply.status !== 200) {
      const words = `The status must be 200, but is ${statusOf(reply)}. If the case is gone, or tokens.member may not read it, mend the configuration`;
      yield deviates(reply, 'case-data-200', words, '', statusKind(reply));
      continue;
    }
    yield isJson(reply);
    if (reply.text === '')
      yield deviates(reply, 'case-data-200', 'The body must be a record, but is empty', '', 'empty');
    for (const observation of observationsOf(session.specification, caseType, jsonOf(reply)))
      session.observe(observation);
  }
}

async function* answersTheCaseAskedFor(
  session: Session,
  swept: readonly Judgement[] = [],
): AsyncIterable<Judgement> {
  for await (const { id, caseType, reply } of readOnce(session)) {
    if (reply.status !== 200) {
      yield undecided('control-refused', refusedCase(reply.call, reply.status));
      continue;
    }
    if (memberOf(jsonOf(reply), 'caseId') === undefined) {
      yield undecided(
        'no-data',
        `Without a caseId, it cannot be told whose record is shown at ${reply.call.path}.`,
      );
      continue;
    }
    const because = `cases.${caseType} lists this case`;
    yield* isOfTheCase(session.specification, reply, { caseId: id, caseType, because });
  }
  yield* swept;
}

/** The listed cases, each with the one answer to the member. */
function readOnce(session: Session) {
  return ofEach(listedCases(session.target), async (one) => ({
    ...one,
    reply: await session.sendOnce(getCaseData(one.id), 'member'),
  }));
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
 * The user is not of the organisation (403), and the case is not of theirs (404): both are said (interface 4.1 and 7). UUIDs
 * compare in any case (RFC 9562, section 4), so that another spelling may lead past what guards the usual one: by it, the case
 * is asked for that is asked for by the usual one while the member reads it.
 */
async function* refusesOutsiders(session: Session): AsyncIterable<Judgement> {
  const listed = listedCases(session.target);
  const meanwhile = caseMeanwhile(session.target);
  const refused = severalOfEach(listed, async function* ({ id }) {
    const accepted = await control(session, getCaseData(id), operations.getCaseData.isAccepted);
    const other = id === meanwhile ? inOtherCase(id) : id;
    const usual = refusalsOf(session.sampling) - (other !== id && listed.length > 1 ? 1 : 0);
    for (const spelling of [...Array<string>(usual).fill(id), ...(other === id ? [] : [other])])
      yield { accepted, reply: await session.send(getCaseData(spelling), 'outsider') };
  });
  const all: Refused[] = [];
  for await (const one of refused) {
    if (one.reply.call.path !== one.accepted.call.path) yield* refusesOtherSpelling(one);
    else {
      yield* await refusesOutsider(session, one.reply, one.accepted);
      all.push(one);
    }
  }
  yield* tellingRefusals(session.specification, all.filter(isRefused), 'outsider-403');
}

function inOtherCase(id: string): string {
  return id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}

/** By another spelling there may be no such case, which any refusal says. */
function* refusesOtherSpelling({ reply, accepted }: Refused): Iterable<Judgement> {
  if (!isSuccess(reply) && !handsOver(reply, accepted)) return;
  const words = `The case must be refused however its identifier is written, but is answered ${statusOf(reply)}${isSuccess(reply) ? '' : ' with what is refused'}`;
  yield deviates(reply, 'outsider-403', words, '', statusKind(reply));
}

const isRefused = ({ reply: { status } }: Refused): boolean => status === 403 || status === 404;

async function refusesOutsider(session: Session, reply: Reply, accepted: Reply): Promise<Judgement[]> {
  if (reply.status === 401) await provenToken(session, 'outsider');
  session.observe({
    requirement: 'outsider-case',
    subject: 'getCaseData by a user of another organisation',
    value: isSuccess(reply) ? 'answered' : String(reply.status),
  });
  if (isRefused({ reply, accepted }))
    return [...refuses(session.specification, reply, reply.status, 'outsider-403', accepted)];
  const words = `The status must be 403 or 404, but is ${statusOf(reply)}`;
  return [deviates(reply, 'outsider-403', words, '', statusKind(reply))];
}

/** An identifier that is no UUID names no case: 400 and 404 are both sensible refusals, an acceptance is none. */
async function* judgesMalformedIdentifier(session: Session): AsyncIterable<Judgement> {
  const asked = session.sendOnce(getCaseData('not-a-uuid'), 'member');
  const reply = await asked.catch((error: unknown) => {
    if (!(error instanceof Undecidable)) throw error;
  });
  if (reply === undefined) return;
  if (isSuccess(reply) || reply.status >= 500) {
    const words = `The identifier names no case, but is answered ${statusOf(reply)}`;
    yield deviates(reply, 'case-data-404-absent', words, '', `no UUID: ${statusKind(reply)}`);
  }
  session.observe({
    requirement: 'update-and-create-errors',
    subject: 'getCaseData with an identifier that is no UUID',
    value: String(reply.status),
  });
}
