import {
  deviates,
  deviatesAt,
  hasStatus,
  held,
  isJson,
  isSameAtOnce,
  isSuccess,
  jsonOf,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { isSameUuid } from '../schema/json.ts';
import { requirementAt } from '../schema/places.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';
import { type ClientReading, namesField, type ObservedChange, patchOf } from './client-change.ts';
import { type ClientRecord, changeableFields, isSame, recordIn, shows } from './client-record.ts';
import { changesToTheSame, refusedForItsValues } from './client-series.ts';
import { differingFields, isMoved } from './client-status.ts';
import { discreetFindings } from './known-names.ts';

/** A rule of changes: what it has to say of a change; nothing, where the change does not show it. */
export type Rule = (specification: Specification, change: ObservedChange) => Judgement[];

/**
 * A change is answered 200 with the record as it then is; one that is answered otherwise changes nothing.
 *
 * A target may show fewer fields in an answer than in a reading, or more; but one that took all fields and shows none, or
 * shows other things alone, is no target whose answer is the record. It may lock a client that was changed, and move its status.
 */
export const answersWithTheRecord: Rule = (specification, change) => [
  ...isSameAtOnce(change.after.reply, 'update-client-200'),
  ...showsWhatIsRead(specification, change),
];

/** What an answer shows is what is read after it. */
const showsWhatIsRead: Rule = (specification, change) => {
  const { answer, after, before } = change;
  const { reply, record } = answer;
  const requirement = 'update-client-200';
  // Of another client it says nothing of this one.
  if (answer.isOfAnother || after.isOfAnother) return [];
  if (after.record === undefined) return isReadBack(change);
  if (!isSuccess(reply)) return changesNothing(specification, change);
  const mustShow = !isEmpty(specification, after.record) || namesEveryField(specification, change);
  if (
    record === undefined ||
    (isEmpty(specification, record) && mustShow) ||
    showsOtherAlone(specification, record)
  )
    return [hasStatus(reply, 200, requirement), isJson(reply), isNoRecord(answer)];
  const stale = differingFields(specification, record, after.record).filter(
    (field) => shows(record, field) && shows(after.record ?? {}, field),
  );
  return [
    hasStatus(reply, 200, requirement),
    ...stale.map((field) => {
      const isOld = isSame(specification, field, record, before) ? ', but is as before the change' : '';
      const words = `must be as it is read back after the change${isOld}`;
      return deviatesAt(reply, requirement, pointerTo(field), words, 'not as read back');
    }),
  ];
};

/** A client can be read as before, after whatever was sent. */
function isReadBack(change: ObservedChange): Judgement[] {
  const { reply } = change.after;
  if (change.after.record !== undefined || refusedForItsState.includes(reply.status)) return [];
  const words = `A change of nothing must be answered 200 with the record, but is ${statusOf(reply)}`;
  const message = `${words}, after ${wordsFor(change)}`;
  return [deviates(reply, 'update-client-200', message, '', `read back: ${statusKind(reply)}`)];
}

function namesEveryField(specification: Specification, change: ObservedChange): boolean {
  return changeableFields(specification).every((field) => namesField(change, field));
}

/** Whether a record shows nothing of a client. */
export function isEmpty({ fieldsOf }: Specification, record: ClientRecord): boolean {
  return !fieldsOf('Client').some((field) => Object.hasOwn(record, field));
}

/** Which fields a record shows is open; but what holds other things alone, such as the record below it, is none. */
export function showsOtherAlone(specification: Specification, record: ClientRecord): boolean {
  return Object.keys(record).length > 0 && isEmpty(specification, record);
}

/** Says that an answer of success is no client record. */
export function isNoRecord({ reply, record }: Pick<ClientReading, 'reply' | 'record'>): Judgement {
  const kind = reply.text === '' ? 'empty' : typeInWords(jsonOf(reply));
  const found = record === undefined ? kind : 'an object without any of its fields';
  return deviates(
    reply,
    'update-client-200',
    `The body must be the client record, but is ${found}`,
    '',
    'no record',
  );
}

/**
 * What is refused is not done. A target may refuse whatever it likes, and must not make a part of it; what somebody else,
 * or the time, changes of a client while a run goes on is told from that for the status alone.
 */
export const changesNothing: Rule = (specification, change) => {
  const { before, answer, after } = change;
  const { record } = after;
  if (record === undefined || isSuccess(answer.reply)) return [];
  const changed = differingFields(specification, before, record);
  const words = `must be as before, since the change is answered ${answer.reply.status}`;
  if (changed.length === 0)
    return specification.fieldsOf('Client').some((field) => shows(before, field)) ? [held] : [];
  return changed.map((field) =>
    deviatesAt(after.reply, 'update-client-200', pointerTo(field), words, 'changed though refused'),
  );
};

/**
 * What is not taken is refused in good order. Which changes a target refuses is open, right ones and wrong ones, and so is
 * how (interface 7): but a failure of its own is no refusal, and the client can be read as before.
 */
export const refusesInGoodOrder: Rule = (specification, change) => {
  const { answer, after } = change;
  if (answer.isOfAnother || after.isOfAnother || isSuccess(answer.reply)) return [];
  const isRight = specification.validate('ClientPatch', change.body).length === 0;
  const row = isRight ? 'update-client-fields' : 'update-client-200';
  return [
    ...failures(answer.reply, row, capitalised(isRight ? wordsFor(change) : 'a wrong body')),
    ...isReadBack(change),
    ...changesNothing(specification, change),
  ];
};

/**
 * Says that a target failed, if it did: that is none of the answers that the documents know, to anything.
 * @param what - begins the sentence
 */
export function failures(reply: Exchange, requirement: string, what: string): Judgement[] {
  if (reply.status < 500) return [];
  const words = `${what} must not make the service fail, but is answered ${statusOf(reply)}`;
  return [deviates(reply, requirement, words, '', statusKind(reply))];
}

/** A client that is closed to changes, a body that is too long, a client that is locked: states and limits are open. */
export const refusedForItsState: readonly number[] = [409, 413, 423];

/**
 * What is sent, the address apart, is what the record then shows (interface 4.2). A target may refuse new values, changes
 * of a client that is closed, and values of long ago; but not every value of a client, nor one that it takes otherwise.
 * It may show less than there is, and an empty text as nothing.
 */
export const takesFields: Rule = (specification, change) => {
  const requirement = 'update-client-fields';
  const { reply } = change.answer;
  // What the documents say of a token without the permission.
  if (reply.status === 403) {
    const words = `${capitalised(wordsFor(change))} is answered 403. Check whether tokens.member may change clients.`;
    return [undecided('control-refused', words)];
  }
  // Which values a target refuses is open (interface 7), but it has taken those that it shows, be it long ago.
  const isOwn = changesToTheSame(specification, change);
  const mayBeOld = change.isTakenOtherwise !== true && refusedForItsValues.includes(reply.status);
  const isOpen = !isOwn || mayBeOld || refusedForItsState.includes(reply.status);
  if (!isSuccess(reply) && isOpen && reply.status < 500) return [];
  if (!isSuccess(reply)) {
    const how = isOwn ? ' to what the record shows' : '';
    const words = `${capitalised(wordsFor(change))}${how} must be answered 200, but is answered ${statusOf(reply)}`;
    return [deviates(reply, requirement, words, '', statusKind(reply))];
  }
  // What becomes of a member that is not one of the fields of the body is open.
  const fields = changeableFields(specification).filter((field) => field !== 'address');
  return fields
    .filter((field) => namesField(change, field))
    .flatMap((field) => {
      const value = patchOf(change)[field];
      const seen = showing(change, field);
      // An empty text may be shown as nothing, where there was something before.
      if (seen === undefined && value === '' && change.after.record !== undefined)
        return shows(change.before, field) ? [held] : [];
      if (seen === undefined) return isGone(change, field, requirement);
      // That a field is what it was shows no change.
      if (isSame(specification, field, { [field]: value }, seen.record ?? {})) return isOwn ? [] : [held];
      const { words, kind } = differenceOf(
        memberOf(seen.record, field),
        value,
        memberOf(change.before, field),
      );
      return [deviatesAt(seen.reply, requirement, pointerTo(field), `must be what was sent${words}`, kind)];
    });
};

/**
 * An address that is sent replaces the whole address (interface 4.2, rule 2). A target may show some of its lines alone,
 * one that is empty in any way, and lines and other members of its own.
 */
export const replacesAddress: Rule = (specification, change) => {
  const requirement = 'update-client-address-replaced';
  if (!namesField(change, 'address') || !isSuccess(change.answer.reply)) return [];
  const seen = showing(change, 'address');
  if (seen === undefined) return isGone(change, 'address', requirement);
  const sent = patchOf(change).address;
  const found = memberOf(seen.record, 'address');
  // A line that is shown neither before nor after cannot be judged: perhaps the target never shows it.
  const shown = specification
    .fieldsOf('Address')
    .filter((line) =>
      [found, change.before.address].some(
        (address) => !isSame(specification, 'address', lineAlone(address, line), { address: {} }),
      ),
    );
  const wrong = shown.filter(
    (line) => !isSame(specification, 'address', lineAlone(sent, line), lineAlone(found, line)),
  );
  if (wrong.length === 0) return shown.length === 0 || changesToTheSame(specification, change) ? [] : [held];
  return wrong.map((line) => {
    const pointer = childPointer('/address', line);
    const isSent = memberOf(sent, line) !== undefined;
    if (!isSent) {
      const words = 'must be gone, since the new address has none';
      return deviatesAt(seen.reply, requirement, pointer, words, 'not gone');
    }
    const before = memberOf(change.before.address, line);
    const { words, kind } = differenceOf(memberOf(found, line), memberOf(sent, line), before);
    return deviatesAt(seen.reply, requirement, pointer, `must be what was sent${words}`, kind);
  });
};

function lineAlone(address: unknown, line: string): ClientRecord {
  return { address: { [line]: memberOf(address, line) } };
}

/**
 * A change without an address leaves the address as it was (interface 4.2, rule 3). A target may show it in some answers
 * alone, and what leaves it out is compared as far as it does.
 */
export const keepsAddress: Rule = (specification, change) =>
  keeps(specification, change, ['address'], 'update-client-address-kept');

/**
 * What a change leaves out stays as it was, also what cannot be changed at all (interface 4.2, rule 1). A target may sign
 * the link to an image anew, and show a field in some answers alone.
 */
export const keepsFields: Rule = (specification, change) => {
  // A new e-mail address may have to be confirmed.
  const isStatusFree = isMoved(change.before, change.after.record) || namesField(change, 'emailAddress');
  const fields = specification
    .fieldsOf('Client')
    .filter((field) => field !== 'address' && !(isStatusFree && field === 'status'));
  return keeps(specification, change, fields, 'update-client-omitted-unchanged');
};

/** @param fields - those of them that the change names are judged where a change of nothing makes them go */
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
      const words =
        'must be as it was shown, since a change of nothing leaves it out, but is not there any more';
      return [deviatesAt(reply, requirement, pointerTo(field), words, kind)];
    }
    if (namesField(change, field) || !(shows(before, field) || shows(record, field))) return [];
    if (isSame(specification, field, before, record)) return [held];
    const words = 'must be as before, since the change leaves it out';
    return [deviatesAt(reply, requirement, pointerTo(field), words, kind)];
  });
}

/**
 * Every record is that of the client whose identifier was given. A target may show no identifier, and write it in
 * letters of either case.
 */
export const isOfTheClient: Rule = (_specification, { client, answer, after }) =>
  [...new Set([answer.reply, after.reply])].flatMap((reply) => {
    const id = memberOf(recordIn(reply), 'id');
    if (id === undefined) return [];
    if (typeof id === 'string' && isSameUuid(id, client)) return [held];
    return [isOfAnother(reply)];
  });

/** Says that an answer is about another client. */
export function isOfAnother(reply: Exchange): Judgement {
  const words = 'must be that of the client asked for';
  return deviatesAt(reply, 'update-client-of-the-client', '/id', words, 'other');
}

/** Every rule that one change can show, whatever was sent. */
export const everyRule: readonly Rule[] = [
  takesFields,
  replacesAddress,
  keepsFields,
  keepsAddress,
  answersWithTheRecord,
  isOfTheClient,
];

/**
 * Whatever is taken of a body is shown as it is described (interface 2.2 and 2.3). A target may take what is wrong, leave
 * it out, or make something right of it.
 */
export const showsAsDescribed: Rule = (specification, change) =>
  [change.answer, change.after].flatMap(({ reply, record }) => {
    const sent = Object.keys(patchOf(change)).map((field) => [field, memberOf(record, field)] as const);
    const shown = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
    if (Object.keys(shown).length === 0) return [];
    const findings = discreetFindings(specification, 'Client', shown);
    if (findings.length === 0) return [held];
    return findings.map(({ pointer, message, keyword }) =>
      deviates(
        reply,
        requirementAt(specification.schemaNamed('Client'), shown, pointer) ?? '',
        message,
        pointer,
        keyword,
      ),
    );
  });

/** The reading after a change, where it shows the field: what the answer alone shows need not have been kept. */
function showing({ after }: ObservedChange, field: string): ClientReading | undefined {
  return after.record !== undefined && shows(after.record, field) ? after : undefined;
}

/** A field that is sent, and then not shown: gone, where it was shown before; else it cannot be told. */
function isGone({ before, after }: ObservedChange, field: string, requirement: string): Judgement[] {
  if (!shows(before, field) || after.record === undefined) return [];
  const words = 'must be what was sent, but is not there any more';
  return [deviatesAt(after.reply, requirement, pointerTo(field), words, 'absent')];
}

/** How a value differs from what was sent, without telling either, and the kind of deviation that this is. */
function differenceOf(found: unknown, sent: unknown, before: unknown): { words: string; kind: string } {
  if (found === before) return { words: ', but is as before the change', kind: 'not changed' };
  if (found === undefined) return { words: ', but is not there', kind: 'absent' };
  if (typeof found !== 'string' || typeof sent !== 'string')
    return { words: `, but is ${typeInWords(found)}`, kind: 'type' };
  return { words: differenceOfTexts(found, sent), kind: 'altered' };
}

/** How a text differs from the one that was sent: in which of these ways may vary with the text. */
function differenceOfTexts(found: string, sent: string): string {
  if (sent.startsWith(found)) return `, but is cut to ${found.length} of ${sent.length} characters`;
  if (found.toLowerCase() === sent.toLowerCase()) return ', but differs in the case of letters';
  if (found.normalize('NFC') === sent.normalize('NFC')) return ', but is normalised';
  if (found.trim() === sent.trim()) return ', but differs in the space around it';
  return `, but is another text of ${found.length} characters in place of ${sent.length}`;
}

function pointerTo(field: string): string {
  return childPointer('', field);
}

/** What a change changes, in words. */
function wordsFor(change: ObservedChange): string {
  const fields = Object.keys(patchOf(change));
  if (fields.length === 0) return 'a change of nothing';
  return `a change of ${fields.join(', ')}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
