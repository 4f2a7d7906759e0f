import { isDeepStrictEqual } from 'node:util';
import { deviates, statusKind, statusOf, undecided } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { is2xx } from '../http/status.ts';
import { judgeAnswer } from '../rules/answers.ts';
import { everyRule, refusedForItsState } from '../rules/change-rules.ts';
import { missingIdentifierRefused } from '../rules/missing-identifier.ts';
import { isOpenRefusal } from '../rules/operations.ts';
import { rowsOf } from '../schema/places.ts';
import { memberOf, pointerTokens, valueAt } from '../schema/pointer.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { Mismatch } from './pact-verifier.ts';
import type { Verified } from './verified-interaction.ts';

/**
 * What the answer to an interaction means: first what the documents say of it, then what its pact does. A pact of ours
 * speaks for the documents, and what they leave open is not held against the provider; a consumer's own pact needs what
 * it needs.
 */
export function judgementsOf(
  specification: Specification,
  interaction: Interaction,
  { reply, mismatches, change, withoutIdentifier }: Verified,
): Judgement[] {
  if (withoutIdentifier !== undefined && reply.status !== interaction.status)
    return [...missingIdentifierRefused(specification, withoutIdentifier)];
  const status = isNotTheirs(interaction, reply) ? reply.status : interaction.status;
  const expected = { ...interaction, status, caseType: caseTypeIn(interaction) };
  const said = [
    ...judgeAnswer(specification, expected, reply),
    ...(change === undefined ? [] : everyRule.flatMap((rule) => rule(specification, change))),
  ].filter(({ kind }) => kind === 'deviates');
  if (isRefusedFreely(interaction, reply)) {
    const words = `${reply.call.method} ${reply.call.path} is answered ${reply.status}, which the documents leave open. Check whether the provider can take what is sent.`;
    return [...said, undecided('control-refused', words)];
  }
  if (status !== interaction.status) return said;
  return [...said, ...ofThePact(specification, interaction, reply, notSaid(mismatches, said))];
}

/** Whether a user of another organisation is told that the case is not of theirs, which is as right as 403. */
function isNotTheirs(interaction: Interaction, { status }: Exchange): boolean {
  const { operation, requirements } = interaction;
  return (
    isOfTheDocuments(interaction) &&
    operation === 'getCaseData' &&
    requirements.includes('outsider-403') &&
    status === 404
  );
}

/** Of which type the case is that the states set up, where they say it. */
function caseTypeIn({ states }: Interaction): string | undefined {
  const types = states.map(({ params }) => params.caseType ?? memberOf(params.record, 'caseType'));
  const type = types.find((one) => one !== undefined);
  return typeof type === 'string' ? type : undefined;
}

/**
 * One thing that is wrong is said once: what the documents say of a place is said first, and an answer of another
 * status is another answer altogether.
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
    const words = `The answer does not show ${places.join(', ')}, which is for the provider to choose, so that not all of the change can be seen.`;
    yield undecided('no-data', words);
  }
}

/** Which fields a client shows is open (interface 2.2): what is not shown is neither right nor wrong. */
function isNotShown(mismatch: Mismatch, interaction: Interaction, reply: Exchange): boolean {
  if (mismatch.kind !== 'body' || !isOfTheDocuments(interaction)) return false;
  const isOfAClient = interaction.operation === 'updateClient' && interaction.status === 200;
  return (
    isOfAClient && reply.body.kind === 'json' && valueAt(reply.body.value, mismatch.pointer) === undefined
  );
}

/**
 * Whether a refusal is open: what a provider refuses to change, to create and to list, and why, the documents do not
 * say. That there is no such operation is another matter.
 */
function isRefusedFreely(interaction: Interaction, { status }: Exchange): boolean {
  const isOpen = is2xx(interaction.status) && isOpenRefusal(interaction.operation, status);
  const hasTakenIt = sendsWhatIsShown(interaction) && ![403, ...refusedForItsState].includes(status);
  return isOfTheDocuments(interaction) && isOpen && !hasTakenIt;
}

/** Whether what is sent is what the client shows already. */
function sendsWhatIsShown({ states, pact }: Interaction): boolean {
  const sent = valueAt(pact, '/interactions/0/request/body/content');
  const [record] = states.flatMap(({ params }) => (params.record === undefined ? [] : [params.record]));
  if (typeof sent !== 'object' || sent === null) return false;
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(value, memberOf(record, name)));
}

/** Which way the status of a client goes, and when, is open (interface 3). */
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
      return { pointer: '', message: `The status must be ${statusInWords}, but is ${statusOf(reply)}` };
    case 'header':
      return { pointer: '', message: `The header ${mismatch.header} ${mismatch.need}` };
    case 'body': {
      const { pointer, need } = mismatch;
      return { pointer, message: `${pointer === '' ? 'The body' : pointer} ${need}` };
    }
  }
}

/**
 * The row that a mismatch breaks, of those that the interaction tests. What a value must look like the documents judge
 * by themselves, so that it is one of the others: the first of a status; of a value, one that speaks of its member, or
 * the first that is about more than the status.
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
