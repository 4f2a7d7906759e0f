import { isDeepStrictEqual } from 'node:util';
import type { ServedDescription } from '../../conformance/kept-answers.ts';
import { united } from '../../conformance/observations.ts';
import type { CheckResult, RunResult } from '../../conformance/result.ts';
import { type Drift, driftLine, type PlacedFinding } from '../../regression/drift/drift.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Specification } from '../../specification/specification.ts';

/**
 * What the description that a run was served is beside the agreed one, and beside the run's answers.
 * @returns undefined where the run was served none
 */
export async function driftIn(
  { kept, results }: RunResult,
  specification: Specification,
): Promise<Drift | undefined> {
  if (kept?.served === undefined) return undefined;
  const findings = placedFindings(results, specification);
  if (isAgreed(kept.served, specification)) {
    const contradicting = new Set(findings.map(({ fingerprint }) => fingerprint));
    return { state: 'none', contradicting: [...contradicting].sort() };
  }
  if (!mayBeOpenApi(kept.served)) return { state: 'not-compared', reason: 'not-usable' };
  const { driftInThread } = await import('./drift-thread.ts');
  const names = operationNames(specification);
  const answers = kept.answers.flatMap(({ operation, ...answer }) => {
    const name = names.get(operation);
    return name === undefined ? [] : [{ ...answer, operation: name }];
  });
  const { text } = kept.served;
  return driftInThread({ agreed: { ...(specification.served as object) }, text, answers, findings });
}

/** The run, with what differs in the served description among its observations. */
export function withDriftObserved(run: RunResult, drift: Drift | undefined): RunResult {
  const values = valuesOf(drift);
  if (values.length === 0) return run;
  const requirement = 'description-served';
  const subject = 'the served description, beside the agreed one';
  const id = `${requirement}:${subject.replaceAll(' ', '-')}`;
  return { ...run, observations: united([...run.observations, { id, requirement, subject, values }]) };
}

/** What does not depend on the answers: the verdicts may change with the data. */
function valuesOf(drift: Drift | undefined): string[] {
  switch (drift?.state) {
    case 'differs':
      return [`${drift.count} in all, digest ${drift.digest}`, ...drift.differences.map(driftLine)];
    case 'not-compared':
      return [`not compared: ${drift.reason}`];
    default:
      return [];
  }
}

function isAgreed({ text, value }: ServedDescription, specification: Specification): boolean {
  return text === specification.text || isDeepStrictEqual(value, specification.served);
}

/** Whether it says that it is OpenAPI 3: for anything else, no thread is started. */
function mayBeOpenApi({ text, value }: ServedDescription): boolean {
  return value === undefined
    ? /^["']?openapi["']?\s*:/m.test(text)
    : isObject(value) && typeof value.openapi === 'string';
}

/** The operations as the description names them, such as `GET /api/v2/org`. */
function operationNames({ description }: Specification): ReadonlyMap<OperationId, string> {
  const named = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        [memberOf(operation, 'operationId') as OperationId, `${method.toUpperCase()} ${path}`] as const,
    ),
  );
  return new Map(named);
}

/** The deviations of bodies from what the description says of them. */
function placedFindings(results: readonly CheckResult[], specification: Specification): PlacedFinding[] {
  const names = operationNames(specification);
  return results.flatMap(({ findings, evidence }) =>
    findings.flatMap(({ fingerprint, kind, pointer, reply }): PlacedFinding[] => {
      const exchange = evidence[reply];
      if (fingerprint === undefined || exchange === undefined || !keywords.has(kind ?? '')) return [];
      const { status } = exchange.response;
      const { method, path } = exchange.request;
      const operation = specification.operationAt(method, path);
      const name = operation === undefined ? undefined : names.get(operation);
      if (operation === undefined || name === undefined) return [];
      if (specification.bodySchema(operation, status) === undefined) return [];
      return [{ fingerprint, operation: name, status, pointer }];
    }),
  );
}

/** Those keywords of JSON Schema that a finding's kind may be. */
const keywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['required', 'additionalProperties', 'unevaluatedProperties', 'minProperties', 'maxProperties'],
  ...['minItems', 'maxItems', 'uniqueItems', 'discriminator', 'oneOf', 'anyOf', 'not'],
]);
