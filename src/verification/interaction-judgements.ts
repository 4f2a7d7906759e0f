import { isDeepStrictEqual } from 'node:util';
import { answerRowsOf } from '../checks/answer-rows.ts';
import { missingIdentifierRefused } from '../checks/get-case-data/missing-identifier.ts';
import { deviates, isSuccess, statusKind, undecided, withStatus } from '../harness/assertions.ts';
import type { Judgement, Origin } from '../harness/check.ts';
import { deviationsFrom } from '../harness/judged.ts';
import { is2xx } from '../http/status.ts';
import { refusedForItsState, wrongIn } from '../rules/change-rules.ts';
import { type ObservedChange, patchOf, refusedForItsValues } from '../rules/client-change.ts';
import { isOpenRefusal, operations } from '../rules/operations.ts';
import { rowsOf } from '../schema/places.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { Mismatch } from './pact-verifier.ts';
import type { Verified } from './verified-interaction.ts';

/**
 * Judges the answer to an interaction, first by the documents, then by the pact. The package's own pacts demand nothing
 * of an answer but its status that the documents do not say. A consumer's own pact is applied as it is.
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
    ...changes.flatMap((change) => [...wrongIn(specification, change), ...hiddenIn(change)]),
  ];
  if (isRefusedFreely(interaction, reply)) {
    const words = `${reply.call.method} ${reply.call.path} is answered ${reply.status}, which the documents leave open. Check whether the provider can take what is sent.`;
    return [...said, undecided('control-refused', words, reply)];
  }
  if (isNotTheirs(interaction, reply)) return said;
  const isOurs = isOfTheDocuments(interaction);
  const requirement = isOurs ? rowOfStatus(specification, interaction) : consumerContract.id;
  return [
    ...said,
    ...notSaid(mismatches, said)
      .filter(({ kind }) => !isOurs || kind === 'status')
      .map((mismatch) => deviatesFrom(mismatch, interaction, reply, requirement)),
  ];
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

/** Which fields a client shows is open (interface 2.2), so a change of a field that is not shown is not decided. */
function hiddenIn(change: ObservedChange): Judgement[] {
  const { answer, after } = change;
  const hidden = Object.keys(patchOf(change)).filter((field) =>
    [answer.record, after.record].every((record) => memberOf(record, field) === undefined),
  );
  if (hidden.length === 0 || !isSuccess(answer.reply)) return [];
  const words = `Neither the answer nor the next reading shows ${hidden.join(', ')}, which is for the provider to choose, so not all of the change can be seen.`;
  return [undecided('no-data', words, answer.reply)];
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

function deviatesFrom(
  mismatch: Mismatch,
  { statusInWords }: Interaction,
  reply: Exchange,
  requirement: string,
): Judgement {
  switch (mismatch.kind) {
    case 'status': {
      const words = withStatus(`The status is {status} instead of ${statusInWords}`, reply);
      return deviates(reply, requirement, words, '', statusKind(reply));
    }
    case 'header':
      return deviates(reply, requirement, `The header ${mismatch.header} ${mismatch.failing}`);
    case 'body': {
      const { pointer, failing } = mismatch;
      const words = `${pointer === '' ? 'The body' : pointer} ${failing}`;
      return deviates(reply, requirement, words, pointer);
    }
  }
}

/** The first row that an interaction cites which is not about the values of bodies. */
function rowOfStatus(specification: Specification, { operation, status, requirements }: Interaction): string {
  const schema = specification.bodySchema(operation, status);
  const ofBodies = new Set(['bodies-are-json', ...(schema === undefined ? [] : rowsOf(schema).keys())]);
  const ofOperation = specification.requirementOfOperation(operation);
  const row = requirements.find((one) => one === ofOperation || !ofBodies.has(one));
  return row ?? requirements[0] ?? consumerContract.id;
}
