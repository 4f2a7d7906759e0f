import type { ServiceRequest } from '../../faults/behaviour.ts';
import { demoClients, tokenNamed } from '../../faults/demo.ts';
import { trial } from '../../proof/trial.ts';
import type { Check } from '../../src/harness/check.ts';
import { tokenNames, type WriteMode } from '../../src/harness/target.ts';
import { readDemo } from '../../src/reference/demo.ts';
import type { CaseType } from '../../src/specification/description.ts';

const [own] = (await readDemo()).organisations;
const records = (own?.cases ?? []).map(({ record }) => record);
const caseTypes = [...new Set(records.map(({ caseType }) => caseType as CaseType))];
const cases = Object.fromEntries(
  caseTypes.map((type) => [
    type,
    records.flatMap((one) => (one.caseType === type ? [String(one.caseId)] : [])).slice(0, 1),
  ]),
) as Record<CaseType, string[]>;
const clients = demoClients.slice(0, 2);

const names: readonly (readonly [string, string])[] = [
  ...Object.entries(cases).map(([type, [id = '']]) => [id, `{${type}}`] as const),
  ...clients.map((id, index) => [id, `{client ${index + 1}}`] as const),
  ...tokenNames.map((name) => [tokenNamed(name), `{${name}}`] as const),
];

/**
 * The requests that the checks send to the reference (two clients, one case of each type), and the observations that
 * they make.
 */
export async function requestLines(writes: WriteMode, checks: readonly Check[]): Promise<string[]> {
  const seen: ServiceRequest[] = [];
  const { observations } = await trial(
    (request, reference) => {
      seen.push(request);
      return reference(request);
    },
    { checks, target: { writes, cases, clients }, runs: 10, thorough: false },
  );
  const counted = [...Map.groupBy(seen, shapeOf)].map(([shape, all]) => {
    const callers = [...Map.groupBy(all, callerOf)].map(([caller, some]) => `${caller} ×${some.length}`);
    return `requests ${writes} ${shape} | ${callers.sort().join('; ')}`;
  });
  const observed = observations.map(
    ({ id, values }) => `requests ${writes} observed ${id} | ${values.join('; ')}`,
  );
  return [`requests ${writes} | ${seen.length}`, ...counted, ...observed];
}

function shapeOf({ method, path }: ServiceRequest): string {
  const named = names.reduce((text, [id, name]) => text.replaceAll(id, name), path);
  return `${method} ${named.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{uuid}')}`;
}

function callerOf({ headers: { authorization } }: ServiceRequest): string {
  if (authorization === undefined) return 'nobody';
  const token = tokenNames.find((name) => authorization === `Bearer ${tokenNamed(name)}`);
  return token ?? 'forged';
}
