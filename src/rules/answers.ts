import { readingOf } from '../checks/get-case-data/record.ts';
import { holdsDetails } from '../checks/get-organisation.ts';
import { deviates, handsOver, hasMessage, isJson, isSuccess, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Reply } from '../harness/session.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Interaction } from '../verification/pact.ts';
import { everyRule } from './change-rules.ts';
import type { ObservedChange } from './client-change.ts';
import { readerOf } from './statements.ts';

/** What the documents say of an answer: what Pact cannot say is said here. */
export function* ofTheDocuments(interaction: Interaction, reply: Reply): Iterable<Judgement> {
  const { operation, status } = interaction;
  if (operation === 'getOrganisation' && status < 300 && isSuccess(reply)) yield* holdsDetails(reply);
  if (reply.status !== status) return;
  // Of a success of reading the organisation more is said above; of other bodies the documents say nothing.
  const isOrganisationRefused = operation === 'getOrganisation' && status >= 300;
  const isOfJson = operation === 'getCaseData' || operation === 'listCases' || isOrganisationRefused;
  if (isOfJson || (operation === 'updateClient' && status === 200)) yield isJson(reply);
  if (operation === 'getCaseData' && status >= 400) yield hasMessage(reply);
  if (status >= 400 && handsOver(reply)) {
    const [refusal = 'error-message'] = interaction.requirements.filter((row) => row !== 'error-message');
    yield deviates(reply, refusal, 'The body must be a refusal alone, but holds what is refused');
  }
  const reader = status === 200 ? readers[operation] : undefined;
  if (reader === undefined || reply.body.kind === 'not-json') return;
  for (const [row, findings] of reader(reply.body.value).findings)
    for (const { pointer, message } of findings) yield deviates(reply, row, message, pointer);
  if (operation === 'getCaseData') yield* ofTheCase(interaction, reply);
}

const readers: Readonly<Record<string, ReturnType<typeof readerOf>>> = {
  getCaseData: readingOf,
  updateClient: readerOf('Client'),
};

/** The record is that of the case asked for, and of the type that the state says. */
function* ofTheCase({ states }: Interaction, reply: Reply): Iterable<Judgement> {
  const requirement = 'case-data-of-the-case';
  const record = jsonOf(reply);
  const caseId = memberOf(record, 'caseId');
  const [, asked = ''] = /^\/api\/v2\/cases\/([^/]*)\/data/.exec(reply.call.path) ?? [];
  // UUIDs compare in any case (RFC 9562, section 4).
  if (typeof caseId === 'string' && caseId.toLowerCase() !== asked.toLowerCase())
    yield deviates(reply, requirement, `/caseId must be ${asked}, the case asked for`, '/caseId');
  const types = states.map(({ params }) => params.caseType ?? memberOf(params.record, 'caseType'));
  const type = types.find((one) => one !== undefined);
  const caseType = memberOf(record, 'caseType');
  if (typeof type === 'string' && typeof caseType === 'string' && caseType !== type)
    yield deviates(reply, requirement, `/caseType must be '${type}', as the case was set up`, '/caseType');
}

/** What a change did that it must not do, or did not do. */
export function ofTheChange(change: ObservedChange): Judgement[] {
  return everyRule.flatMap((rule) => rule(change)).filter(({ kind }) => kind === 'deviates');
}
