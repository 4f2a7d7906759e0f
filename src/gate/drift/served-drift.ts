import { extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { mergedObservations } from '../../conformance/observations.ts';
import type { RunResult } from '../../conformance/result.ts';
import type { ServedDescription } from '../../folds/answers-for-drift.ts';
import { type Drift, driftLine, type PlacedFinding } from '../../regression/drift/drift.ts';
import { knownPrefixOf } from '../../rules/known-names.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Specification } from '../../specification/specification.ts';
import { withBasesInPaths } from './bases-in-paths.ts';
import type { DriftWork } from './compare-with-agreed.ts';

/** Adds the drift to the observations of a run, or the error of the suite that prevented the comparison. */
export async function withDrift(run: RunResult, specification: Specification) {
  try {
    const drift = await driftIn(run, specification);
    return { run: withDriftObserved(run, drift), drift };
  } catch (error) {
    const suiteFaults = [...run.suiteFaults, { check: 'drift', error }];
    return { run: { ...run, suiteFaults }, drift: undefined };
  }
}

async function driftIn(run: RunResult, specification: Specification): Promise<Drift | undefined> {
  const { answersForDrift: kept, results } = run;
  // Drift is reported only if checks of the description were selected. Other checks read the description, too.
  const isLookedAt = results.some(({ operation }) => operation === 'getInterfaceDescription');
  if (kept?.served === undefined || !isLookedAt) return undefined;
  const names = operationNames(specification);
  const findings = placedFindings(run, specification, names);
  if (isAgreed(kept.served, specification)) {
    const contradicting = new Set(findings.map(({ fingerprint }) => fingerprint));
    return { state: 'none', contradicting: [...contradicting].sort() };
  }
  const answers = kept.answers.flatMap(({ operation, ...answer }) => {
    const name = names.get(operation);
    return name === undefined ? [] : [{ ...answer, operation: name }];
  });
  const { text } = kept.served;
  return driftInThread({ agreed: { ...(specification.served as object) }, text, answers, findings });
}

function withDriftObserved(run: RunResult, drift: Drift | undefined): RunResult {
  const values = valuesOf(drift);
  if (values.length === 0) return run;
  const id = 'description-served:the-served-description,-beside-the-agreed-one';
  return { ...run, observations: mergedObservations([...run.observations, { id, values }]) };
}

/**
 * The values of the observation that a lock keeps. The findings in answers are not included, since these change with
 * the data.
 */
function valuesOf(drift: Drift | undefined): string[] {
  switch (drift?.state) {
    case 'differs':
      return [`${drift.count} in all, digest ${drift.digest}`, ...drift.differences.map(driftLine)];
    case 'not-compared':
      // The reason is not included: whether a comparison takes too long depends on the machine, not on the target.
      return ['not compared'];
    default:
      return [];
  }
}

function isAgreed({ text, value }: ServedDescription, specification: Specification): boolean {
  return text === specification.text || isDeepStrictEqual(value, specification.served);
}

/** The method and complete path of each operation, such as `GET /api/v2/org`. */
type OperationNames = ReadonlyMap<OperationId, string>;

function operationNames({ description }: Specification): OperationNames {
  const { paths } = withBasesInPaths({ ...description }) as Pick<typeof description, 'paths'>;
  const named = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        [memberOf(operation, 'operationId') as OperationId, `${method.toUpperCase()} ${path}`] as const,
    ),
  );
  return new Map(named);
}

function placedFindings(
  { results, exchanges }: Pick<RunResult, 'results' | 'exchanges'>,
  specification: Specification,
  names: OperationNames,
): PlacedFinding[] {
  return results.flatMap(({ findings }) =>
    findings.flatMap(({ fingerprint, kind, pointer, exchange: place }): PlacedFinding[] => {
      const exchange = exchanges[place];
      if (exchange === undefined || !schemaKeywords.has(kind ?? '')) return [];
      const { status } = exchange.response;
      const { method, path } = exchange.request;
      const operation = specification.operationAt(method, path);
      const name = operation === undefined ? undefined : names.get(operation);
      if (operation === undefined || name === undefined) return [];
      if (specification.bodySchema(operation, status) === undefined) return [];
      return [{ fingerprint, operation: name, status, pointer: knownPrefixOf(pointer) }];
    }),
  );
}

const schemaKeywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['required', 'additionalProperties', 'unevaluatedProperties', 'minProperties', 'maxProperties'],
  ...['minItems', 'maxItems', 'uniqueItems', 'discriminator', 'oneOf', 'anyOf', 'not'],
]);

/** The limits are generous: comparing two large descriptions takes about a second. */
const limits = { timeMs: 15_000, memoryMb: 512 };

/** Compares in a worker thread, which can be stopped: a regular expression from the target may run forever. */
export async function driftInThread(work: DriftWork, timeMs: number = limits.timeMs): Promise<Drift> {
  // This file and the worker have the same extension: .ts in the sources, .js in the package.
  const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(entry, {
    workerData: work,
    // The options of this process are not inherited, since some are not allowed in workers.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  const ended = Promise.withResolvers<Drift>();
  const giveUp = (): void => ended.resolve({ state: 'not-compared', reason: 'too-costly' });
  const timer = setTimeout(giveUp, timeMs);
  worker.on('message', ended.resolve);
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : ended.reject(error),
  );
  worker.on('exit', giveUp);
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
