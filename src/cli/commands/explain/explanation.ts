import { readFileSync } from 'node:fs';
import type { Fault } from '../../../../faults/behaviour.ts';
import { faults } from '../../../../faults/faults.ts';
import { checksOf } from '../../../checks/all.ts';
import { didYouMean } from '../../../gate/did-you-mean.ts';
import { Failure, failureCodes } from '../../../gate/failure.ts';
import type { Check } from '../../../harness/check.ts';
import { quoted } from '../../../report/quoted.ts';
import { clipped } from '../../../report/words.ts';
import { bundledRequirements } from '../../../specification/bundled.ts';
import { consumerContract, type Requirement } from '../../../specification/requirements.ts';
import type { Specification } from '../../../specification/specification.ts';
import { type FieldExample, fieldExample } from './examples.ts';
import { whereToLook } from './where-to-look.ts';

const shownChecks = 3;
const shownFaults = 3;

export function explanation(specification: Specification, code: string): string {
  if (failureCodes.some((one) => one === code)) return errorText(code);
  const all = checksOf(specification);
  const check = all.find((one) => one.id === code);
  if (check !== undefined) return checkText(specification, check);
  const [id = '', symptom] = code.split('/', 2);
  const row = [...specification.requirements, consumerContract].find((one) => one.id === id);
  if (row === undefined) throw unknown(specification, id, symptom);
  const example = fieldExample(specification, id, symptom) ?? fieldExample(specification, id, undefined);
  const tested = all
    .filter(({ requirements }) => requirements.includes(id))
    .map((one) => `${one.id}: ${one.title}`);
  // The catalogue of faults is only about the bundled description.
  const isOfDocuments = bundledRequirements.some(({ text }) => text === row.text);
  const likely = faults
    .filter(({ requirement }) => requirement === id && isOfDocuments)
    .toSorted((one, other) => Number(isConditional(one)) - Number(isConditional(other)))
    .map(({ title }) => title);
  const paragraphs = [
    [...textLines(row, symptom), ...standingLines(row)],
    ...(likely.length === 0 ? [] : [['Likely causes:', ...some(likely, shownFaults)]]),
    ...(row.handling === undefined ? [['Look at:', `  ${whereToLook(row.id, symptom)}`]] : []),
    ...(example === undefined ? [] : [exampleLines(example)]),
    ...(tested.length === 0 ? [] : [['Tested by:', ...some(tested, shownChecks)]]),
  ];
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function errorText(code: string): string {
  const page = new URL('docs/errors.md', import.meta.resolve('case-conformance/package.json'));
  const lines = readFileSync(page, 'utf8').split('\n');
  const [, status, meaning, remedy] =
    lines.map((line) => line.slice(2, -2).split(' | ')).find(([first]) => first === `\`${code}\``) ?? [];
  return `${meaning}\n  ${code}, exit code ${status}\n\nWhat to do:\n  ${remedy}\n`;
}

function checkText(specification: Specification, { id, title, operation, requirements }: Check): string {
  const rows = requirements.map((row) => `  ${row}: ${specification.requirementNamed(row).text}`);
  return `${title}\n  ${id}, a check of ${operation}\n\nIt tests:\n${rows.join('\n')}\n`;
}

function textLines({ id, source, text, symptoms = {} }: Requirement, symptom = ''): string[] {
  // One code for all wrong statuses, of which 5xx may break another statement.
  const ofFailure = symptom === 'status' ? symptoms['5xx']?.text : undefined;
  return [
    symptoms[symptom]?.text ?? text,
    `  ${id}, said in ${source}`,
    ...(ofFailure === undefined ? [] : [`  Of an answer 5xx: ${ofFailure}`]),
  ];
}

function standingLines({ standing, untestable, handling }: Specification['requirements'][number]): string[] {
  if (untestable !== undefined) return [`  No check tests it: ${untestable}`];
  if (standing === 'advisory')
    return ['  The documents say nothing of it; what a standard says changes no verdict.'];
  return standing === 'specified'
    ? []
    : [
        `  The documents leave it ${standing}: no service can deviate from it.`,
        ...(handling === undefined ? [] : [`  ${handling}`]),
      ];
}

function exampleLines({ type, pointer, right, keyword, ...example }: FieldExample): string[] {
  const wrong = 'wrong' in example ? JSON.stringify(example.wrong) : 'left out';
  return [
    `${pointer} of a ${type}:`,
    `  right  ${clipped(JSON.stringify(right), maxValueLength)}`,
    `  wrong  ${clipped(wrong, maxValueLength)} (${keyword})`,
  ];
}

const maxValueLength = 100;

function some(all: readonly string[], most: number): string[] {
  const rest = all.length - most;
  return [...all.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])].map((line) => `  ${line}`);
}

/** Whether the fault shows only under some conditions, so other faults are likelier. */
function isConditional({ triedWith, triedIn, unseenBy }: Fault): boolean {
  return triedWith !== undefined || triedIn !== undefined || unseenBy !== undefined;
}

function unknown(specification: Specification, id: string, symptom: string | undefined): Failure {
  const codes = [
    ...specification.requirements.map((row) => row.id),
    ...failureCodes,
    ...checksOf(specification).map((check) => check.id),
  ];
  const advice = didYouMean(
    id,
    codes,
    'A report names the code of each deviation; docs/requirements.md and docs/errors.md have all codes.',
    symptom === undefined ? '' : `/${symptom}`,
  );
  return new Failure('NAME_UNKNOWN', `There is no code ${quoted(id)}. ${advice}`);
}
