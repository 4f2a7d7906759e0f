import type { Fault } from '../faults/behaviour.ts';
import { demoClients, fullClient } from '../faults/demo.ts';
import type { RunResult } from '../src/conformance/result.ts';
import type { Check } from '../src/harness/check.ts';
import type { WriteMode } from '../src/harness/target.ts';
import type { TrialResult } from './trial.ts';
import { trial } from './trial.ts';

const sequences = 'updateClient.sequences';

/** The checks that send the most requests. They run only if no other check finds the fault. */
const costly: ReadonlySet<string> = new Set([
  'updateClient.texts',
  'updateClient.wrong-bodies',
  'updateClient.reads-afterwards',
  sequences,
]);

interface Mode {
  readonly writes?: WriteMode;
  readonly thorough?: boolean;
}

/**
 * Tries a fault in a normal run and, if that run does not find it, in a thorough run. Only a finding by a check of the
 * broken statement counts, at the pointer of the fault.
 * @param checks - the checks to choose from
 * @param mode - with `thorough: false`, only the normal run is tried
 */
export async function triedFault(
  fault: Fault,
  checks: readonly Check[],
  mode: Mode = {},
): Promise<TrialResult> {
  const normal = await faultResult(fault, checks, { ...mode, thorough: false });
  const result =
    isFound(fault, normal) || mode.thorough === false
      ? normal
      : await faultResult(fault, checks, { ...mode, thorough: true });
  return {
    kind: 'fault',
    row: fault.requirement,
    name: `${fault.id}: ${fault.title}`,
    wrong: isFound(fault, result)
      ? undefined
      : (foundElsewhere(fault, placesFound(fault, result)) ??
        'No check of its statement finds it at its place.'),
  };
}

/** Words for a fault that was found, but not at its pointer. Undefined if it was found nowhere. */
export function foundElsewhere(
  { pointer }: Pick<Fault, 'pointer'>,
  [first]: ReturnType<typeof placesFound>,
): string | undefined {
  if (first === undefined) return undefined;
  return `Its place is ${inWords(pointer)}, but ${first.check} found it at ${inWords(first.pointer)}.`;
}

function inWords(pointer: string): string {
  return pointer === '' ? 'the whole answer' : pointer;
}

/**
 * Runs the checks of the broken statement: the quick ones first, and all if the quick ones do not find the fault.
 * @param checks - the checks to choose from
 */
export async function faultResult(
  fault: Fault,
  checks: readonly Check[],
  mode: Mode = {},
): Promise<RunResult> {
  const able =
    fault.triedWith === 'sequences of changes' ? checks.filter(({ id }) => id === sequences) : checks;
  const citing = able.filter(({ requirements: cited }) => cited.includes(fault.requirement));
  const quick = citing.filter(({ id }) => !costly.has(id));
  if (quick.length > 0 && quick.length < citing.length) {
    const result = await faultTrial(quick, fault, mode);
    if (isFound(fault, result)) return result;
  }
  return faultTrial(citing, fault, mode);
}

function isFound(fault: Fault, result: RunResult): boolean {
  return placesFound(fault, result).some(({ pointer }) => pointer === fault.pointer);
}

/** The places at which checks found that the statement of a fault is broken. */
export function placesFound({ requirement }: Fault, { results }: RunResult) {
  return results.flatMap(({ id: check, findings, advisories = [] }) =>
    [...findings, ...advisories].flatMap((one) =>
      one.requirement === requirement ? [{ check, pointer: one.pointer }] : [],
    ),
  );
}

function faultTrial(
  checks: readonly Check[],
  fault: Fault,
  { writes = 'all', thorough = true }: Mode,
): Promise<RunResult> {
  const { behaviour, triedWith, triedIn } = fault;
  const clients = triedWith === 'two clients' ? demoClients.slice(0, 2) : [String(fullClient.id)];
  const runs = triedWith === 'sequences of changes' ? 10 : 3;
  const shownFields =
    triedWith === 'known fields' ? { [String(fullClient.id)]: Object.keys(fullClient) } : {};
  const target = triedIn === undefined ? { writes, clients, shownFields } : { writes };
  const isDiscovering = triedWith === 'discovery';
  return trial(behaviour, {
    ...{ checks, organisation: triedIn, target, runs, thorough, isDiscovering },
  });
}
