import type { Evidence } from '../trace/evidence.ts';
import type { Problem } from './problems.ts';
import type { Report } from './report.ts';

/** What all occurrences of a problem have in common and no passing request has, in sentences. */
export function conditionsOf({ exchanges }: Report, { findings }: Problem): string[] {
  const shown = new Set(findings.flatMap(({ exchange, causedBy = exchange }) => [exchange, causedBy]));
  const causes = [...new Set(findings.map(({ exchange, causedBy = exchange }) => causedBy))].flatMap(
    (place) => exchanges[place] ?? [],
  );
  const passing = exchanges.filter(({ response }, place) => !shown.has(place) && response.status < 300);
  const fields = new Set(findings.map(({ pointer }) => pointer.split('/')[1] ?? ''));
  return [...concurrency(causes, passing), ...namedFields(causes, passing, fields)];
}

/** The same reading passed when it was sent alone. */
function concurrency(causes: readonly Evidence[], passing: readonly Evidence[]): string[] {
  const requests = new Set(causes.map(lineOf));
  const isRace =
    causes.every(({ request: { method, concurrent } }) => method === 'GET' && concurrent) &&
    passing.some((one) => requests.has(lineOf(one)) && !one.request.concurrent);
  return isRace ? ['Seen only when requests were sent at the same moment.'] : [];
}

function lineOf({ request: { method, path, credentials } }: Evidence): string {
  return `${method} ${path} ${credentials}`;
}

/** A single change has nothing in common with others. */
const fewestChanges = 2;

/** The further fields that every cause named. Changes with and without the field that is wrong are not compared. */
function namedFields(
  causes: readonly Evidence[],
  passing: readonly Evidence[],
  wrong: ReadonlySet<string>,
): string[] {
  const [first] = causes;
  if (first?.request.method !== 'PATCH' || causes.length < fewestChanges) return [];
  const namesWrong = (one: Evidence): boolean => fieldsOf(one).some((field) => wrong.has(field));
  const others = passing.filter(
    (one) =>
      one.request.method === 'PATCH' &&
      one.request.credentials === first.request.credentials &&
      fieldsOf(one).length > 0 &&
      namesWrong(one) === namesWrong(first),
  );
  const common = fieldsOf(first).filter(
    (field) =>
      !wrong.has(field) &&
      causes.every((one) => fieldsOf(one).includes(field)) &&
      !others.some((one) => fieldsOf(one).includes(field)),
  );
  return others.length === 0 || common.length === 0
    ? []
    : [`Every change that did so named ${common.join(' and ')}.`];
}

function fieldsOf({ request: { body, fields } }: Evidence): readonly string[] {
  return fields ?? (typeof body === 'object' && body !== null ? Object.keys(body) : []);
}
