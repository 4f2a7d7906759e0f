import { isDeepStrictEqual } from 'node:util';
import {
  advises,
  deviates,
  deviatesAsFound,
  deviatesAt,
  hasStatus,
  held,
  heldAt,
  isJson,
  isSameConcurrently,
  isSuccess,
  jsonOf,
  undecided,
  withParts,
  wrongStatus,
} from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Subject } from '../harness/deviation.ts';
import { predicateOf } from '../http/json.ts';
import type { MadeUp } from '../http/made-up.ts';
import { redact } from '../http/redact.ts';
import { isObject, isSameUuid, parsedJson, visibleJson } from '../schema/json.ts';
import { requirementAt } from '../schema/places.ts';
import { childPointer, memberOf, valueAt } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';
import {
  type ClientReading,
  type ObservedChange,
  patchOf,
  sendsField,
  sendsShownValues,
  valueRefusals,
} from './client-change.ts';
import {
  type ClientRecord,
  changeableFields,
  differingFields,
  hasStatusChanged,
  isSame,
  recordIn,
  shows,
} from './client-record.ts';
import { maskedFindings, membersInWords } from './known-names.ts';
import { normalFormsOf } from './normal-forms.ts';
import { emptyPatch } from './operations.ts';
import { isCut, isDerived, isFullDate, textDifference } from './text-difference.ts';

/** Judges one change. Returns no judgement if the change cannot show whether the rule holds. */
export type ChangeRule = (specification: Specification, change: ObservedChange) => Judgement[];

/**
 * The kind of a deviation: an empty PATCH, sent to read the client, removed a field that the change before it
 * left alone.
 */
export const removedByReading = 'gone by reading';

export function judgedChange(
  specification: Specification,
  change: ObservedChange,
  ...rules: readonly ChangeRule[]
): Judgement[] {
  const judgements = rules.flatMap((rule) => rule(specification, change));
  return judgements.map((one) => causedBy(one, change.answer.reply));
}

export function causedBy(judgement: Judgement, cause: Exchange | undefined): Judgement {
  if (cause === undefined) return judgement;
  if (judgement.kind === 'held' && judgement.pointer !== undefined)
    return { ...judgement, reply: cause.number };
  if (judgement.kind !== 'deviates') return judgement;
  const { finding } = judgement;
  return finding.reply === cause.number || finding.kind === removedByReading
    ? judgement
    : { ...judgement, finding: { ...finding, causedBy: cause.number } };
}

/**
 * Judges the answer to a change. The answer may show other fields than a reading. But if all fields were sent and
 * accepted, an answer without any client field is wrong. A change may alter the client's status or lock the client.
 */
export const answersWithTheRecord: ChangeRule = (specification, change) => [
  ...isSameConcurrently(change.after.reply, 'update-client-200'),
  ...showsWhatIsRead(specification, change),
];

const schemas: Readonly<Record<string, string>> = {
  address: 'Address',
  communicationPreferences: 'CommunicationPreferences',
};

function partsIn({ fieldsOf }: Specification, field: string, one: unknown, other: unknown): string {
  const schema = schemas[field];
  if (schema === undefined || !isObject(one) || !isObject(other)) return '';
  const parts = fieldsOf(schema).filter(
    (part) => !isDeepStrictEqual(memberOf(one, part), memberOf(other, part)),
  );
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

const showsWhatIsRead: ChangeRule = (specification, change) => {
  const { answer, after, before } = change;
  const { reply, record } = answer;
  const requirement = 'update-client-200';
  if (answer.isOfAnother || after.isOfAnother) return [];
  if (after.record === undefined) return isReadBack(change);
  if (!isSuccess(reply)) return changesNothing(specification, change);
  const namesAll = changeableFields(specification).every((field) => sendsField(change, field));
  const mustShow = !isEmpty(specification, after.record) || namesAll;
  if (
    record === undefined ||
    (isEmpty(specification, record) && mustShow) ||
    isNotClientRecord(specification, record)
  )
    return [hasStatus(reply, 200, requirement), isJson(reply), isNoRecord(answer)];
  const stale = differingFields(specification, record, after.record).filter(
    (field) => shows(record, field) && shows(after.record ?? {}, field),
  );
  return [
    hasStatus(reply, 200, requirement),
    ...newValuesIn(specification, change)
      .filter((field) => !stale.includes(field) && shows(record, field))
      .map((field) => heldAt(`/${field}`)),
    ...stale.flatMap((field) => {
      const [answered, read] = [record[field], after.record?.[field]];
      const normalised = inNormalForm(after.reply, `/${field}`, answered, read);
      if (normalised.length > 0) return normalised;
      const [shown, next] = [record, after.record ?? {}].map((one) =>
        formIn(specification, field, one, after.reply.madeUp),
      );
      const difference =
        shown === next
          ? `differs from the next reading${partsIn(specification, field, answered, read)}`
          : `is ${shown ?? typeInWords(answered)}, but ${next ?? typeInWords(read)} in the next reading`;
      const words = isSame(specification, field, record, before)
        ? 'is still as before the change'
        : difference;
      return [deviatesAt(reply, requirement, `/${field}`, `in the answer ${words}`, 'not as read back')];
    }),
  ];
};

function isReadBack(change: ObservedChange): Judgement[] {
  const { reply } = change.after;
  if (change.after.record !== undefined || stateRefusals.includes(reply.status)) return [];
  // This client was read by sending one of its values, since its empty PATCH shows no record. The target may refuse
  // such a change.
  if (reply.call.body !== emptyPatch) return [];
  const { body, text } = reply;
  const isUnreadable = body.kind === 'not-json' && text !== '';
  const found = isUnreadable ? `with a body that ${predicateOf(body)}` : 'without the record';
  const how = reply.status === 200 ? found : '{status} instead of 200 with the record';
  const words = `An empty change after ${inWords(change).replace(/^A/, 'a')} is answered ${how}`;
  return [wrongStatus(reply, 'update-client-200', words, { context: 'read back' })];
}

export function isEmpty({ fieldsOf }: Specification, record: ClientRecord): boolean {
  return !fieldsOf('Client').some((field) => Object.hasOwn(record, field));
}

/**
 * An object without any field of a client, such as an envelope. A record may omit any field, so an empty object counts
 * as a record.
 */
export function isNotClientRecord(specification: Specification, record: ClientRecord): boolean {
  return Object.keys(record).length > 0 && isEmpty(specification, record);
}

export function isNoRecord({ reply, record }: Pick<ClientReading, 'reply' | 'record'>): Judgement {
  const kind =
    reply.text === '' ? 'empty' : reply.body.kind === 'json' ? typeInWords(jsonOf(reply)) : 'not JSON';
  const found = record === undefined ? kind : membersInWords(record);
  const words = `The body is ${found} instead of the client record`;
  return deviates(reply, 'update-client-200', words, '', 'no record');
}

/**
 * A refused change must not alter the client, not even in part. Only a changed `status` is excused: a person,
 * or time, may change it meanwhile.
 */
export const changesNothing: ChangeRule = (specification, change) => {
  const { before, answer, after } = change;
  const { record } = after;
  if (record === undefined || isSuccess(answer.reply)) return [];
  const changed = differingFields(specification, before, record);
  const right = newValuesIn(specification, change)
    .filter((field) => !changed.includes(field))
    .map((field) => heldAt(`/${field}`));
  if (changed.length === 0 && right.length === 0)
    return specification.fieldsOf('Client').some((field) => shows(before, field)) ? [held] : [];
  const how = `although the change was answered ${answer.reply.status}`;
  return [
    ...right,
    ...changed.map((field) => unexpectedChange(specification, field, change, 'update-client-200', how)),
  ];
};

function newValuesIn(specification: Specification, change: ObservedChange): string[] {
  return changeableFields(specification).filter(
    (field) =>
      sendsField(change, field) &&
      !isSame(specification, field, patchOf(change) as ClientRecord, change.before),
  );
}

export type BeforeAndAfter = Pick<ObservedChange, 'before' | 'after'>;

/** @param how - completes "was changed …" */
export function unexpectedChange(
  specification: Specification,
  field: string,
  seen: BeforeAndAfter & Partial<Pick<ObservedChange, 'body'>>,
  requirement: string,
  how: string,
  kind = 'changed though refused',
): Judgement {
  const { record = {}, reply } = seen.after;
  const verb = shows(record, field) ? 'changed' : 'removed';
  const parts = partsIn(specification, field, seen.before[field], record[field]);
  const [sentAs, formerAs] = [seen.body, seen.before].map((values) =>
    Object.keys(Object(values)).find(
      (name) => name !== field && isText(record[field]) && memberOf(values, name) === record[field],
    ),
  );
  const was =
    formerAs === undefined ? formBefore(specification, field, seen) : `, to what ${formerAs} was before`;
  const words = `was ${verb}${parts} ${how}${sentAs === undefined ? was : `, to what was sent as ${sentAs}`}`;
  return deviatesAt(reply, requirement, `/${field}`, words, kind);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function formBefore(specification: Specification, field: string, { before, after }: BeforeAndAfter): string {
  if (!shows(before, field)) return '; it was not shown before';
  const { madeUp } = after.reply;
  const [form, next] = [before, after.record].map((record) => formIn(specification, field, record, madeUp));
  if (form === undefined) return '';
  const [former, found] = [before[field], after.record?.[field]];
  const isSaid = form.startsWith('(') || [former, found].every((one) => isText(one) && isFullDate(one));
  if (isText(former) && isText(found) && isSaid)
    return `; it ${textDifference(former, found, { own: madeUp?.all }).words}`;
  return `; before, it was ${form === next ? 'another ' : ''}${form}`;
}

function formIn(
  specification: Specification,
  field: string,
  record: unknown,
  madeUp: MadeUp | undefined,
): string | undefined {
  const form = memberOf(redact(record, specification.schemaNamed('Client'), madeUp), field);
  if (typeof form === 'object' && form !== null) return undefined;
  return typeof form !== 'string' || form.startsWith('(') ? String(form) : visibleJson(form);
}

/**
 * A target may refuse any change with any 4xx status (interface 7), but must not fail, and the client must stay
 * readable.
 */
export const refusesWithoutEffect: ChangeRule = (specification, change) => {
  const { answer, after } = change;
  if (answer.isOfAnother || after.isOfAnother || isSuccess(answer.reply)) return [];
  const isRight = specification.validate('ClientPatch', change.body).length === 0;
  const row = isRight ? 'update-client-fields' : 'update-client-200';
  return [
    ...serverErrors(answer.reply, row, isRight ? subjectOf(change) : { one: 'A wrong body' }),
    ...isReadBack(change),
    ...changesNothing(specification, change),
  ];
};

export function outcomeOf(reply: Exchange): string {
  return isSuccess(reply) ? 'accepted' : String(reply.status);
}

export function serverErrors(
  reply: Exchange,
  requirement: string,
  subject: Subject,
  context?: string,
): Judgement[] {
  if (reply.status < 500) return [];
  const words = `${subject.one} makes the service fail ({status})`;
  return [wrongStatus(reply, requirement, words, { subject, ...(context === undefined ? {} : { context }) })];
}

export function survivesInvalidJson(reply: Exchange): Judgement[] {
  return [held, ...serverErrors(reply, 'update-client-200', { one: 'A body that is not JSON' })];
}

/**
 * Statuses that may mean a closed or locked client, or a body that is too long. The documents leave such
 * states and limits open.
 */
export const stateRefusals: readonly number[] = [409, 413, 423];

/**
 * A target may refuse new values, old values, and changes of a closed client (interface 4.2). But it must not
 * refuse every value of a client, or a value that it accepts in another change.
 */
export const storesSentFields: ChangeRule = (specification, change) => {
  const requirement = 'update-client-fields';
  const { reply } = change.answer;
  if (reply.status === 403) {
    const words = `${inWords(change)} is answered 403. Check whether tokens.member may change clients.`;
    return [undecided('control-refused', words, reply)];
  }
  // A target may refuse new values (interface 7), but not without reason the values that it already shows.
  const isOwn = sendsShownValues(specification, change);
  const isExcused = [...valueRefusals, ...stateRefusals].includes(reply.status);
  const isOpen = !isOwn || (change.isRefusedWithoutReason !== true && isExcused);
  if (!isSuccess(reply) && isOpen && reply.status < 500) return [];
  if (!isSuccess(reply)) {
    const how = isOwn ? ' to what the record shows' : '';
    const subject = subjectOf(change, how);
    return [wrongStatus(reply, requirement, `${subject.one} is answered {status}`, { subject })];
  }
  // The documents do not say what a change does to members of the body that are no fields of a client.
  const fields = changeableFields(specification).filter((field) => field !== 'address');
  return fields
    .filter((field) => sendsField(change, field))
    .flatMap((field) => {
      const value = patchOf(change)[field];
      const seen = readingWith(change, field);
      // An empty or blank text may be omitted from the record if the field had a value before.
      if (seen === undefined && isBlank(value) && change.after.record !== undefined)
        return shows(change.before, field) ? [heldAt(`/${field}`)] : [];
      if (seen === undefined) return missingAfterwards(change, field, requirement);
      const isStill = (record: ClientRecord): boolean =>
        isSame(specification, field, { [field]: value }, record);
      // The field counts as held only if it had another value before: otherwise it would show the value
      // anyway.
      if (isStill(seen.record ?? {}))
        return isOwn ? [] : [isStill(change.before) ? held : heldAt(`/${field}`)];
      return notAsSent(specification, change, requirement, `/${field}`);
    });
};

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/**
 * A new address replaces all lines (interface 4.2, rule 2). The record may omit lines, show an empty line in
 * any form, and contain lines and members that were not sent.
 */
export const replacesAddress: ChangeRule = (specification, change) => {
  const requirement = 'update-client-address-replaced';
  if (!sendsField(change, 'address') || !isSuccess(change.answer.reply)) return [];
  const seen = readingWith(change, 'address');
  if (seen === undefined) return missingAfterwards(change, 'address', requirement);
  const { address: before } = change.before;
  const sent = patchOf(change).address;
  const found = memberOf(seen.record, 'address');
  const lines = specification.fieldsOf('Address');
  const isSameLine = (line: string, one: unknown, other: unknown): boolean => {
    const alone = (address: unknown) => ({ address: { [line]: memberOf(address, line) } });
    return isSame(specification, 'address', alone(one), alone(other));
  };
  // A line that neither the former nor the new record shows is not judged: the target may never show it.
  const shown = lines.filter((line) => [found, before].some((address) => !isSameLine(line, address, {})));
  const wrong = shown.filter((line) => !isSameLine(line, sent, found));
  // A line may be missing, but must not appear under a name that an address does not have (interface 2.3).
  const strange = Object.entries(isObject(found) ? found : {})
    .filter(([name, value]) => !lines.includes(name) && value !== memberOf(before, name))
    .map(([, value]) => value)
    .filter((value) => value !== '');
  const renamed = lines.filter((line) => !shown.includes(line) && strange.includes(memberOf(sent, line)));
  const renamedInWords = renamed.map((line) => {
    const words = 'was sent, but is shown under another name alone';
    return deviatesAt(seen.reply, requirement, childPointer('/address', line), words, 'renamed');
  });
  const right = shown
    .filter((line) => !wrong.includes(line) && !isSameLine(line, before, found))
    .map((line) => heldAt(childPointer('/address', line)));
  if (wrong.length === 0 && renamed.length === 0)
    return shown.length === 0 || sendsShownValues(specification, change)
      ? []
      : right.length > 0
        ? right
        : [held];
  const wrongInWords = wrong.flatMap((line) => {
    const pointer = childPointer('/address', line);
    if (memberOf(sent, line) !== undefined) return notAsSent(specification, change, requirement, pointer);
    const isKept = isSameLine(line, before, found);
    const [other] = Object.entries(Object(sent)).find(([, text]) => text === memberOf(found, line)) ?? [];
    const how = isKept ? 'still there' : other === undefined ? 'shown' : `what was sent as ${other}`;
    const words = `is ${how}, although the new address does not have it`;
    return deviatesAt(seen.reply, requirement, pointer, words, isKept ? 'not gone' : 'made up');
  });
  return [...right, ...renamedInWords, ...wrongInWords];
};

/**
 * A change without an address keeps the address (interface 4.2, rule 3). Lines that are missing from an answer are not
 * compared.
 */
export const keepsAddress: ChangeRule = (specification, change) =>
  keeps(specification, change, ['address'], 'update-client-address-kept');

/**
 * A change keeps the fields that it does not send (interface 4.2, rule 1). A newly signed image link may differ, and
 * some answers may omit a field.
 */
export const keepsFields: ChangeRule = (specification, change) => {
  // `status` may change by itself (interface 3), but must not disappear.
  const isStatusFree = hasStatusChanged(change.before, change.after.record);
  const fields = specification
    .fieldsOf('Client')
    .filter((field) => field !== 'address' && !(isStatusFree && field === 'status'));
  return keeps(specification, change, fields, 'update-client-omitted-unchanged');
};

function keeps(
  specification: Specification,
  change: ObservedChange,
  fields: readonly string[],
  requirement: string,
): Judgement[] {
  const { before, answer, after, gone = [] } = change;
  const { record, reply } = after;
  if (record === undefined || !isSuccess(answer.reply)) return [];
  const kind = 'changed though left out';
  return fields.flatMap((field) => {
    if (gone.includes(field)) {
      const how = reply.call.body === emptyPatch ? 'an empty change' : 'a change without it';
      const words = `is missing after ${how}, although it was shown before`;
      return [deviatesAt(reply, requirement, `/${field}`, words, removedByReading)];
    }
    if (sendsField(change, field) || !(shows(before, field) || shows(record, field))) return [];
    if (isSame(specification, field, before, record)) return [heldAt(`/${field}`)];
    return [
      unexpectedChange(specification, field, change, requirement, 'although the change left it out', kind),
    ];
  });
}

/** A record may omit the identifier, or write it in another letter case. */
export const isOfTheClient: ChangeRule = (_specification, { client, answer, after }) =>
  [...new Set([answer.reply, after.reply])].flatMap((reply) => {
    const id = memberOf(recordIn(reply), 'id');
    if (id === undefined) return [];
    if (typeof id === 'string' && isSameUuid(id, client)) return [held];
    return [showsAnotherClient(reply)];
  });

export function showsAnotherClient(reply: Exchange): Judgement {
  const named = memberOf(parsedJson(reply.call.body ?? ''), 'id');
  const isOfBody = typeof named === 'string' && isSameUuid(named, String(memberOf(recordIn(reply), 'id')));
  const words = isOfBody
    ? 'is that of the client that the body names, not of the one that was asked for'
    : 'is that of another client than the one that was asked for';
  return deviatesAt(reply, 'update-client-of-the-client', '/id', words, 'other');
}

const everyRule: readonly ChangeRule[] = [
  storesSentFields,
  replacesAddress,
  keepsFields,
  keepsAddress,
  answersWithTheRecord,
  isOfTheClient,
];

export function wrongIn(specification: Specification, change: ObservedChange): Judgement[] {
  return judgedChange(specification, change, ...everyRule).filter(({ kind }) => kind === 'deviates');
}

/**
 * Accepted values that are shown must be valid (interface 2.2 and 2.3). A target may drop or correct invalid ones.
 */
export const showsAsDescribed: ChangeRule = (specification, change) =>
  [change.answer, change.after].flatMap(({ reply, record }) => {
    const sent = Object.keys(patchOf(change)).map((field) => [field, memberOf(record, field)] as const);
    const shown = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
    if (Object.keys(shown).length === 0) return [];
    const findings = maskedFindings(specification, 'Client', shown);
    if (findings.length === 0) return [held];
    return findings.map((found) =>
      deviatesAsFound(
        reply,
        requirementAt(specification.schemaNamed('Client'), shown, found.pointer) ?? '',
        found,
      ),
    );
  });

function readingWith({ after }: ObservedChange, field: string): ClientReading | undefined {
  return after.record !== undefined && shows(after.record, field) ? after : undefined;
}

/**
 * Judges a field that is missing after the change: a deviation only if the record showed it before, since the
 * target may never show it.
 */
function missingAfterwards(
  { before, after }: ObservedChange,
  field: string,
  requirement: string,
): Judgement[] {
  if (!shows(before, field) || after.record === undefined) return [];
  const words = 'was sent, but is missing';
  return [deviatesAt(after.reply, requirement, `/${field}`, words, 'absent')];
}

function notAsSent(
  specification: Specification,
  change: ObservedChange,
  requirement: string,
  pointer: string,
): Judgement[] {
  const { reply, record } = change.after;
  const [sent, found] = [change.body, record].map((one) => valueAt(one, pointer));
  const normalised = inNormalForm(reply, pointer, sent, found);
  if (normalised.length > 0) return normalised;
  const { words, kind, alike } = differenceOf(specification, change, pointer);
  const wrong = deviatesAt(reply, requirement, pointer, words, kind, alike);
  return [words === unchanged ? withParts(wrong, { detail: '' }) : wrong];
}

function inNormalForm(reply: Exchange, pointer: string, sent: unknown, shown: unknown): Judgement[] {
  return normalFormsOf(pointer, sent, shown).map(({ requirement, words }) =>
    advises(reply, requirement, `${pointer} is kept ${words}`, pointer, 'normalised'),
  );
}

const unchanged = 'still has its former value';

function differenceOf(
  specification: Specification,
  change: ObservedChange,
  pointer: string,
): { readonly words: string; readonly kind: string; readonly alike?: string } {
  const { body, before, after } = change;
  const [sent, former, found] = [body, before, after.record].map((one) => valueAt(one, pointer));
  const isMade =
    typeof sent === 'string' &&
    (typeof found === 'string' ? isDerived(sent, found) : ['boolean', 'number'].includes(typeof found));
  if (found === former && !isMade) {
    const [masked, shown] = [body, after.record].map((one) =>
      valueAt(redact(one, specification.schemaNamed('Client'), after.reply.madeUp), pointer),
    );
    const difference = masked === shown ? ', which is not the sent one' : '';
    return { words: `${unchanged}${difference}`, kind: 'not changed' };
  }
  if (found === undefined) return { words: 'was sent, but is missing', kind: 'absent' };
  if (typeof found !== 'string' || typeof sent !== 'string')
    return { words: `is ${typeInWords(found)} instead of ${typeInWords(sent)}`, kind: 'type' };
  const siblings = valueAt(body, pointer.slice(0, pointer.lastIndexOf('/')));
  const own = after.reply.madeUp?.all;
  const { words, alike } = textDifference(sent, found, { siblings, own });
  return { words, alike, kind: isCut(sent, found) ? 'cut' : 'altered' };
}

function subjectOf(change: ObservedChange, how = ''): Subject {
  return { one: `${inWords(change)}${how}`, any: `A change${how}` };
}

function inWords(change: ObservedChange): string {
  const fields = Object.keys(patchOf(change));
  if (fields.length === 0) return 'An empty change';
  return `A change of ${fields.length > maxNamedFields ? `${fields.length} fields` : fields.join(', ')}`;
}

const maxNamedFields = 4;
