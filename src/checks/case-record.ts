import { getCaseData } from '../client/calls.ts';
import { type CaseType, caseTypes, schemaNamed } from '../specification/description.ts';
import { places, requirementAt, rowsOf } from '../specification/places.ts';
import { memberOf } from '../specification/pointer.ts';
import { requirementNamed } from '../specification/requirements.ts';
import { validate } from '../validation/validate.ts';
import { kindOf } from '../validation/words.ts';
import type { Check, Judgement } from './check.ts';
import { control } from './controls.ts';
import { deviates, held, undecided } from './judgements.ts';
import type { Observation, Session } from './session.ts';

/**
 * The checks of the record's contents: one for each shape and each statement about it. So each has a verdict of
 * its own, and a statement of which no listed case shows a field is told from one that was seen to hold.
 */
export const recordChecks: readonly Check[] = Object.freeze(caseTypes.flatMap(checksOfShape));

function checksOfShape(caseType: CaseType): Check[] {
  return [...rowsOf(schemaNamed(caseType))]
    .filter(([row]) => requirementNamed(row).standing === 'specified')
    .map(([row, example]) => ({
      id: `getCaseData.${caseType}.${row}`,
      title: `${caseType}: ${requirementNamed(row).text}`,
      operation: 'getCaseData',
      requirements: [row],
      needs: [`a ${caseType} case`],
      run: (session) => judgeRecords(session, caseType, row, example),
    }));
}

async function* judgeRecords(
  session: Session,
  caseType: CaseType,
  row: string,
  example: string,
): AsyncIterable<Judgement> {
  const schema = schemaNamed('CaseRecord');
  let isSeen = false;
  for (const id of session.target.cases[caseType]) {
    const reply = await control(session, getCaseData(id), ({ status }) => status === 200);
    if (reply.body.kind !== 'json') continue;
    const record = reply.body.value;
    const findings = validate('CaseRecord', record).filter(
      ({ pointer }) => requirementAt(schema, record, pointer) === row,
    );
    for (const { pointer, message } of findings) yield deviates(reply, row, message, pointer);
    if (findings.length === 0 && shows(record, row)) yield held;
    isSeen ||= findings.length > 0 || shows(record, row);
  }
  if (isSeen) return;
  const field = example === '' ? 'a record' : example;
  yield undecided(
    'no-data',
    `No case in cases.${caseType} shows ${field}, or another field of this statement. List one that does.`,
  );
}

function shows(record: unknown, row: string): boolean {
  for (const place of places(schemaNamed('CaseRecord'), record)) if (place.requirement === row) return true;
  return false;
}

/** What a record shows where the documents leave it free: kinds of open values, and fields that are not listed. */
export function* observationsOf(caseType: CaseType, record: unknown): Iterable<Observation> {
  for (const { schema, requirement, pointer, value } of places(schemaNamed('CaseRecord'), record)) {
    if (schema['x-standing'] === undefined || requirement === undefined) continue;
    yield { requirement, subject: `${caseType} ${pointer}`, value: kindOf(value) };
  }
  for (const form of ['TA9', 'TA10']) {
    const block = memberOf(record, form);
    if (block === undefined) continue;
    const value = typeof memberOf(block, 'type') === 'string' ? 'carries a type' : 'carries no type';
    yield { requirement: 'ta9-ta10-type', subject: `${caseType} /${form}`, value };
  }
}
