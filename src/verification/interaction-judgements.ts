import { isDeepStrictEqual } from 'node:util';
import { answerRowsOf } from '../checks/answer-rows.ts';
import { missingIdentifierRefused } from '../checks/get-case-data/missing-identifier.ts';
import { deviates, isSuccess, statusKind, undecided, withStatus } from '../harness/assertions.ts';
import type { Judgement, Origin } from '../harness/check.ts';
import { deviationsFrom } from '../harness/judged.ts';
import { is2xx } from '../http/status.ts';
import { refusedForItsState, wrongIn } from '../rules/change-rules.ts';
import { refusedForItsValues } from '../rules/client-change.ts';
import { isOpenRefusal, operations } from '../rules/operations.ts';
import { rowsOf } from '../schema/places.ts';
import { memberOf, pointerTokens, valueAt } from '../schema/pointer.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { Mismatch } from './pact-verifier.ts';
import type { Verified } from './verified-interaction.ts';

/**
 * Judges the answer to an interaction, first by the documents, then by the pact. The package's own pacts speak for
 * the documents, so a provider may differ where the documents leave something open. A consumer's own pact is applied
 * as it is.
 */
export function judgementsOf(
  specification: Specification,
  interaction: Interaction,
  { reply, mismatches, changes = [], withoutIdentifier }: Verified,
): Judgement[] {
  if (withoutIdentifier !== undefined && reply.status !== interaction.status)
    return [...missingIdentifierRefused({ specification, isCutShort: false }, withoutIdentifier)];
  const isAsExpected = reply.status === interaction.status || isNotTheirs(interaction, reply);
  const said = [
    ...(isAsExpected || isOtherSuccess(interaction, reply)
      ? deviationsFrom(
          answerRowsOf(specification),
          specification,
          reply,
          originOf(specification, interaction, reply),
        )
      : []),
    ...changes.flatMap((change) => wrongIn(specification, change)),
  ];
  if (isRefusedFreely(interaction, reply)) {
    const words = `${reply.call.method} ${reply.call.path} is answered ${reply.status}, which the documents leave open. Check whether the provider can take what is sent.`;
    return [...said, undecided('control-refused', words, reply)];
  }
  if (isNotTheirs(interaction, reply)) return said;
  return [...said, ...ofThePact(specification, interaction, reply, notSaid(mismatches, said))];
}

/** Whether a user of another organisation is answered 404 instead of 403; both are right. */
function isNotTheirs(interaction: Interaction, { status }: Exchange): boolean {
  const { operation, requirements } = interaction;
  return (
    isOfTheDocuments(interaction) &&
    operation === 'getCaseData' &&
    requirements.includes('outsider-403') &&
    interaction.status !== 404 &&
    status === 404
  );
}

/** Whether both are successes of an operation whose status of success is open. */
function isOtherSuccess({ operation, status }: Interaction, reply: Exchange): boolean {
  return operations[operation].success === undefined && is2xx(status) && isSuccess(reply);
}

function originOf(
  specification: Specification,
  { states, requirements }: Interaction,
  { call }: Exchange,
): Origin {
  const types = states.map(({ params }) => params.caseType ?? memberOf(params.record, 'caseType'));
  const type = types.find((one) => one !== undefined);
  return {
    source: 'pact',
    id: /^\/api\/v2\/cases\/([^/]*)\/data/.exec(call.path)?.[1],
    caseType: specification.caseTypes.find((one) => one === type),
    refusedBy: requirements.find((row) => row !== 'error-message'),
  };
}

/**
 * Reports one problem once: the documents' judgement of a place takes precedence, and a wrong status makes all other
 * mismatches irrelevant.
 */
function notSaid(mismatches: readonly Mismatch[], said: readonly Judgement[]): Mismatch[] {
  const status = mismatches.find(({ kind }) => kind === 'status');
  if (status !== undefined) return [status];
  const places = new Set(said.flatMap((one) => (one.kind === 'deviates' ? [one.finding.pointer] : [])));
  return mismatches.filter((mismatch) => {
    if (mismatch.kind !== 'body') return true;
    const isNew = !places.has(mismatch.pointer);
    places.add(mismatch.pointer);
    return isNew;
  });
}

function* ofThePact(
  specification: Specification,
  interaction: Interaction,
  reply: Exchange,
  mismatches: readonly Mismatch[],
): Iterable<Judgement> {
  const unseen = new Set(mismatches.filter((mismatch) => isNotShown(mismatch, interaction, reply)));
  for (const mismatch of mismatches) {
    if (unseen.has(mismatch) || isMovedStatus(mismatch, interaction, reply)) continue;
    const { pointer, message } = inWords(mismatch, interaction, reply);
    const kind = mismatch.kind === 'status' ? statusKind(reply) : undefined;
    yield deviates(reply, requirementOf(specification, mismatch, interaction), message, pointer, kind);
  }
  const places = [...unseen].map((mismatch) => inWords(mismatch, interaction, reply).pointer);
  if (places.length > 0) {
    const words = `The answer does not show ${places.join(', ')}, which is for the provider to choose, so not all of the change can be seen.`;
    yield undecided('no-data', words, ...places.map((pointer) => ({ number: reply.number, pointer })));
  }
}

/** Which fields a client shows is open (interface 2.2), so a missing field is not a mismatch. */
function isNotShown(mismatch: Mismatch, interaction: Interaction, reply: Exchange): boolean {
  if (mismatch.kind !== 'body' || !isOfTheDocuments(interaction)) return false;
  const isOfAClient = interaction.operation === 'updateClient' && interaction.status === 200;
  return (
    isOfAClient && reply.body.kind === 'json' && valueAt(reply.body.value, mismatch.pointer) === undefined
  );
}

/**
 * Whether a refusal is open: the documents do not say what a provider refuses to change, create or list, and why. A
 * missing operation is not covered by this. An empty change may only be refused because the client is closed.
 */
function isRefusedFreely(interaction: Interaction, { status }: Exchange): boolean {
  const isOpen = is2xx(interaction.status) && isOpenRefusal(interaction.operation, status);
  const sent = valueAt(interaction.pact, '/interactions/0/request/body/content');
  const mayBeClosed = [403, ...refusedForItsState, ...refusedForItsValues].includes(status);
  return isOfTheDocuments(interaction) && isOpen && (mayBeClosed || !isDeepStrictEqual(sent, {}));
}

/** Whether only the status differs: how and when it moves is open (interface 3). */
function isMovedStatus(mismatch: Mismatch, interaction: Interaction, { body }: Exchange): boolean {
  return (
    isOfTheDocuments(interaction) &&
    interaction.operation === 'updateClient' &&
    mismatch.kind === 'body' &&
    mismatch.pointer === '/status' &&
    body.kind === 'json' &&
    typeof memberOf(body.value, 'status') === 'string'
  );
}

function inWords(
  mismatch: Mismatch,
  { statusInWords }: Interaction,
  reply: Exchange,
): { readonly pointer: string; readonly message: string } {
  switch (mismatch.kind) {
    case 'status':
      return {
        pointer: '',
        message: withStatus(`The status is {status} instead of ${statusInWords}`, reply),
      };
    case 'header':
      return { pointer: '', message: `The header ${mismatch.header} ${mismatch.failing}` };
    case 'body': {
      const { pointer, failing } = mismatch;
      return { pointer, message: `${pointer === '' ? 'The body' : pointer} ${failing}` };
    }
  }
}

/**
 * The row that a mismatch breaks, among those that the interaction tests. Rows about the values of bodies are judged
 * by the specification itself and are left out. For a status it is the first remaining row; for a value, a row that
 * mentions its member, or the first that is about more than the status.
 */
function requirementOf(
  specification: Specification,
  mismatch: Mismatch,
  { operation, status, requirements }: Interaction,
): string {
  const schema = specification.bodySchema(operation, status);
  const ofBodies = new Set(['bodies-are-json', ...(schema === undefined ? [] : rowsOf(schema).keys())]);
  const ofOperation = specification.requirementOfOperation(operation);
  const [ofStatus, ...further] = requirements.filter((row) => row === ofOperation || !ofBodies.has(row));
  const fallback = ofStatus ?? requirements[0] ?? consumerContract.id;
  if (mismatch.kind !== 'body') return fallback;
  const [member = ''] = pointerTokens(mismatch.pointer);
  return further.find((row) => row.split('-').includes(member)) ?? further[0] ?? fallback;
}
