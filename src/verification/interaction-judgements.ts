import { isDeepStrictEqual } from 'node:util';
import { answerRowsOf } from '../checks/answer-rows.ts';
import { missingIdentifierRefused } from '../checks/get-case-data/missing-identifier.ts';
import { deviates, isSuccess, undecided, wrongStatus } from '../harness/assertions.ts';
import type { Judgement, Origin } from '../harness/check.ts';
import { deviationsFrom } from '../harness/judge.ts';
import { is2xx } from '../http/status.ts';
import { stateRefusals, wrongIn } from '../rules/change-rules.ts';
import { type ObservedChange, patchOf, valueRefusals } from '../rules/client-change.ts';
import { isAllowedRefusal, operations } from '../rules/operations.ts';
import { rowsOf } from '../schema/places.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { Mismatch } from './pact-verifier.ts';
import type { Verified } from './verified-interaction.ts';

/**
 * Judges the answer to an interaction, first by the documents and then by the pact. A mismatch with one of the
 * package's own pacts counts only if the status is wrong, since the documents cover everything else. With a consumer's
 * pact, all mismatches count.
 */
export function judgementsOf(
  specification: Specification,
  interaction: Interaction,
  { reply, mismatches, changes = [], withoutIdentifier }: Verified,
): Judgement[] {
  if (withoutIdentifier !== undefined && reply.status !== interaction.status)
    return [...missingIdentifierRefused({ specification, isCutShort: false }, withoutIdentifier)];
  const isAsExpected = reply.status === interaction.status || isForeignCaseRefusal(interaction, reply);
  const byDocuments = [
    ...(isAsExpected || isOtherSuccess(interaction, reply)
      ? deviationsFrom(
          answerRowsOf(specification),
          specification,
          reply,
          originOf(specification, interaction, reply),
        )
      : []),
    ...changes.flatMap((change) => [...wrongIn(specification, change), ...hiddenIn(change)]),
  ];
  if (isRefusedFreely(interaction, reply)) {
    const words = `${reply.call.method} ${reply.call.path} is answered ${reply.status}, which the documents leave open. Check whether the provider can take what is sent.`;
    return [...byDocuments, undecided('control-refused', [words, reply.call.path], reply)];
  }
  if (isForeignCaseRefusal(interaction, reply)) return byDocuments;
  const isOurs = isOfTheDocuments(interaction);
  const requirement = isOurs ? rowOfStatus(specification, interaction) : consumerContract.id;
  return [
    ...byDocuments,
    ...unreportedMismatches(mismatches, byDocuments)
      .filter(({ kind }) => !isOurs || kind === 'status')
      .map((mismatch) => deviatesFrom(mismatch, interaction, reply, requirement)),
  ];
}

/** Whether a user of another organisation was answered 404 instead of 403. The documents allow both. */
function isForeignCaseRefusal(interaction: Interaction, { status }: Exchange): boolean {
  const { operation, requirements } = interaction;
  return (
    isOfTheDocuments(interaction) &&
    operation === 'getCaseData' &&
    requirements.includes('outsider-403') &&
    interaction.status !== 404 &&
    status === 404
  );
}

/** Whether the answer has another 2xx than the pact, and the documents leave the operation's success status open. */
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
 * The mismatches that are still to be reported. A wrong status makes all other mismatches irrelevant. A place that was
 * judged by the documents is not reported again.
 */
function unreportedMismatches(
  mismatches: readonly Mismatch[],
  byDocuments: readonly Judgement[],
): Mismatch[] {
  const status = mismatches.find(({ kind }) => kind === 'status');
  if (status !== undefined) return [status];
  const places = new Set(
    byDocuments.flatMap((one) => (one.kind === 'deviates' ? [one.finding.pointer] : [])),
  );
  return mismatches.filter((mismatch) => {
    if (mismatch.kind !== 'body') return true;
    const isNew = !places.has(mismatch.pointer);
    places.add(mismatch.pointer);
    return isNew;
  });
}

/**
 * Makes a change undecided if the answers do not show the changed field. Which fields a client has in an answer is open
 * (interface 2.2).
 */
function hiddenIn(change: ObservedChange): Judgement[] {
  const { answer, after } = change;
  const hidden = Object.keys(patchOf(change)).filter((field) =>
    [answer.record, after.record].every((record) => memberOf(record, field) === undefined),
  );
  if (hidden.length === 0 || !isSuccess(answer.reply)) return [];
  const words = `Neither the answer nor the next reading shows ${hidden.join(', ')}, which is for the provider to choose, so not all of the change can be seen.`;
  const { number } = answer.reply;
  return [undecided('no-data', words, ...hidden.map((field) => ({ number, pointer: `/${field}` })))];
}

/**
 * Whether the provider may refuse the request although the pact expects success: the documents leave open
 * what it refuses to change, create or list, and why. An empty change may only be refused because the client
 * is closed. A missing operation is not a refusal.
 */
function isRefusedFreely(interaction: Interaction, { status }: Exchange): boolean {
  const isOpen = is2xx(interaction.status) && isAllowedRefusal(interaction.operation, status);
  const sent = valueAt(interaction.pact, '/interactions/0/request/body/content');
  const mayBeClosed = [403, ...stateRefusals, ...valueRefusals].includes(status);
  return isOfTheDocuments(interaction) && isOpen && (mayBeClosed || !isDeepStrictEqual(sent, {}));
}

function deviatesFrom(
  mismatch: Mismatch,
  { statusInWords }: Interaction,
  reply: Exchange,
  requirement: string,
): Judgement {
  switch (mismatch.kind) {
    case 'status':
      return wrongStatus(reply, requirement, `The status is {status} instead of ${statusInWords}`);
    case 'header':
      return deviates(reply, requirement, `The header ${mismatch.header} ${mismatch.failing}`);
    case 'body': {
      const { pointer, failing } = mismatch;
      const words = `${pointer === '' ? 'The body' : pointer} ${failing}`;
      return deviates(reply, requirement, words, pointer);
    }
  }
}

/** The requirement for a wrong status: the first that the interaction cites and that is not about values in bodies. */
function rowOfStatus(specification: Specification, { operation, status, requirements }: Interaction): string {
  const schema = specification.bodySchema(operation, status);
  const ofBodies = new Set(['bodies-are-json', ...(schema === undefined ? [] : rowsOf(schema).keys())]);
  const ofOperation = specification.requirementOfOperation(operation);
  const row = requirements.find((one) => one === ofOperation || !ofBodies.has(one));
  return row ?? requirements[0] ?? consumerContract.id;
}
