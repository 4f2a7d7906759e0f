import { type Call, getCaseData } from '../../api/calls.ts';
import { jsonOf, observes, undecided } from '../../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement, type Origin } from '../../harness/check.ts';
import { toFix } from '../../harness/controls.ts';
import { collectItems, mapConcurrently } from '../../harness/probe-items.ts';
import type { Session } from '../../harness/session.ts';
import { shownNames } from '../../http/redact.ts';
import { caseRecordIn, readCaseRecord, readRecordOfType, typeOfRecord } from '../../rules/case-record.ts';
import {
  judgeStatement,
  type Statement,
  type StatementReading,
  statementsAmong,
} from '../../rules/statements.ts';
import { isObject } from '../../schema/json.ts';
import { places, rowsOf } from '../../schema/places.ts';
import { generalPointer, memberOf, valueAt } from '../../schema/pointer.ts';
import type { CaseType } from '../../specification/description.ts';
import { knownNames } from '../../specification/known-names.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import type { Advice, Blocker } from '../../trace/gap.ts';
import { typeInWords } from '../../validation/words.ts';
import { readAgain } from '../bursts.ts';
import { mayReadCases, readByRestricted } from '../few-permissions.ts';

/**
 * A check for each statement and case type, so a statement about fields that no listed case has is undecided
 * instead of passing with the others.
 */
export function recordChecks(specification: Specification): Check[] {
  return specification.caseTypes.flatMap((caseType) => {
    const rows = rowsOf(specification.schemaNamed(caseType));
    return statementsAmong(specification, rows, 'getCaseData', caseType).map((statement) =>
      checkOf<CaseReading>({
        id: `getCaseData.${caseType}.${statement.row}`,
        caseType,
        title: statement.title,
        requirements: [statement.row],
        needs: [`a ${caseType} case`],
        ofEachCase: true,
        stage: 'repeat',
        probe: async function* (session) {
          for await (const reply of readings(session, caseType)) yield { reply, caseType };
        },
        itemOf: (reply, origin) =>
          typeToJudge(specification, reply, origin) === caseType
            ? { reply, caseType: origin.caseType }
            : undefined,
        rule: (read, about) => judgeRecords(read, about, caseType, statement),
      }),
    );
  });
}

interface CaseReading {
  readonly reply: Exchange;
  /** The expected type. Undefined if neither the configuration nor the list of cases names it. */
  readonly caseType: CaseType | undefined;
}

function typeToJudge(
  specification: Specification,
  reply: Exchange,
  { source, caseType }: Origin,
): CaseType | undefined {
  const record = caseRecordIn(reply);
  if (record === undefined) return undefined;
  const named = typeOfRecord(specification, record);
  // If the type is missing, only the checks of the first type report that, so the report has it once.
  return named ?? caseType ?? (source === 'list of cases' ? specification.caseTypes[0] : undefined);
}

async function* readings(session: Session, caseType: CaseType): AsyncIterable<Exchange> {
  const calls = session.target.cases[caseType].map((id) => getCaseData(id));
  const repeated = await session.share(readAgain, ({ request }) =>
    calls.some(({ path }) => path === request.path),
  );
  const { items: replies, gap } = await collectItems(
    mapConcurrently(calls, (call) => session.sendOnce(call, 'member')),
  );
  yield* replies;
  yield* repeated
    .filter((one) => one.credentials === 'member' && calls.some(({ path }) => path === one.call.path))
    .flatMap(({ replies: [first, ...others] }) => others.filter(({ text }) => text !== first?.text));
  if (mayReadCases(session.target))
    // The token may lack permissions that the configuration does not name, so a refusal is ignored.
    for await (const reply of readByRestricted(session, 'getCaseData'))
      if (reply.status === 200 && calls.some(({ path }) => path === reply.call.path)) yield reply;
  if (gap !== undefined) throw gap;
}

function* judgeRecords(
  read: readonly CaseReading[],
  { specification, hasOtherOrigins, isCutShort }: About,
  caseType: CaseType,
  { row, example }: Statement,
): Iterable<Judgement> {
  let isSeen = false;
  let cause: Judgement | undefined;
  for (const { reply, caseType: due } of read) {
    // Another check judges whether the case is answered with a JSON object.
    cause ??= unreadable(reply);
    const record = caseRecordIn(reply);
    if (record === undefined) continue;
    const reading =
      due === undefined
        ? readCaseRecord(specification, record)
        : readRecordOfType(specification, record, due);
    const judgements = judgeStatement(reply, row, reading);
    cause ??= withoutEdition(reply, reading, example, caseType);
    yield* judgements;
    isSeen ||= judgements.length > 0;
  }
  if (isSeen || hasOtherOrigins || isCutShort) return;
  const field = example === '' ? 'a record' : example;
  yield cause ??
    undecided(
      'no-data',
      [`List a fuller case in cases.${caseType}: none shows ${field}.`, field],
      ...read.flatMap(({ reply }) => hiding(specification, reply, caseType, example)),
    );
}

/** Reasons why a field may be hidden: the record is of another case, or the field's parent is not an object. */
function hiding(
  specification: Specification,
  reply: Exchange,
  caseType: CaseType,
  field: string,
): readonly Blocker[] {
  const { number } = reply;
  const record = caseRecordIn(reply);
  if (record === undefined) return [];
  const form = field.slice(0, field.lastIndexOf('/'));
  const isBroken = form !== '' && !isObject(valueAt(record, form) ?? {});
  const isAsked = reply.call.path.includes(String(memberOf(record, 'caseId')));
  return [
    ...(typeOfRecord(specification, record) === caseType ? [] : ['/caseType']),
    ...(isAsked ? [] : ['/caseId']),
    ...(isBroken ? [form] : []),
  ].map((pointer) => ({ number, pointer }));
}

function unreadable(reply: Exchange): Judgement | undefined {
  const { call, status } = reply;
  if (status !== 200) return undecided('control-refused', refusedCase(call, status), reply);
  if (isObject(jsonOf(reply))) return undefined;
  const words = `No record can be read at ${call.path}. Fix that answer first.`;
  return undecided('no-data', [words, call.path], reply);
}

/** An undecided judgement if the form has no edition, since the edition decides which fields the form has. */
function withoutEdition(
  { number }: Exchange,
  { findings }: StatementReading,
  field: string,
  caseType: CaseType,
): Judgement | undefined {
  const form = field.slice(0, field.lastIndexOf('/'));
  const isWithout = [...findings.values()].flat().some(({ pointer }) => pointer === `${form}/type`);
  if (form === '' || !isWithout) return undefined;
  const key = `cases.${caseType}`;
  const words = `Fix the type of ${form.slice(1)} in ${key} first: it decides how the rest of that form is judged.`;
  return undecided('no-data', [words, key], { number, pointer: `${form}/type` });
}

export function refusedCase({ path }: Pick<Call, 'path'>, status: number): Advice {
  return [`${toFix(status, 'tokens.member and cases')}: status ${status} from ${path}.`, path];
}

export function* observationsOf(
  specification: Specification,
  caseType: CaseType,
  record: unknown,
): Iterable<Judgement> {
  const known = knownNames(specification);
  for (const { schema, requirement, pointer, value } of places(
    specification.schemaNamed('CaseRecord'),
    record,
  )) {
    const subject = `${caseType} ${generalPointer(pointer)}`;
    if (schema['x-standing'] !== undefined && requirement !== undefined) {
      yield observes(requirement, subject, typeInWords(value));
    }
    const names = schema.properties === undefined ? [] : unlistedNames(value, schema.properties, known);
    for (const name of names) {
      yield observes('case-record-open', `${subject} holds what is not listed`, name);
    }
  }
  for (const form of ['TA9', 'TA10']) {
    const block = memberOf(record, form);
    if (block === undefined) continue;
    const value = typeof memberOf(block, 'type') === 'string' ? 'carries a type' : 'carries no type';
    yield observes('ta9-ta10-type', `${caseType} /${form}`, value);
  }
}

function unlistedNames(value: unknown, listed: object, known: ReadonlySet<string>): string[] {
  if (!isObject(value)) return [];
  return shownNames(value, known).filter((name) => !Object.hasOwn(listed, name));
}
