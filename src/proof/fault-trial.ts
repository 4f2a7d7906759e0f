import type { Fault } from '../faults/behaviour.ts';
import { demoClients, fullClient } from '../faults/demo.ts';
import type { Check } from '../harness/check.ts';
import type { WriteMode } from '../harness/target.ts';
import { trial } from './trial.ts';
import type { Tried } from './tried.ts';

/** The check that makes one change after the other. */
const sequences = 'updateClient.sequences';

/** The checks that send most; what another one finds already, they need not find too. */
const thorough: ReadonlySet<string> = new Set([
  'updateClient.texts',
  'updateClient.wrong-bodies',
  'updateClient.reads-afterwards',
  sequences,
]);

/** In which kind of run a fault is tried; a thorough one that may write everything, where nothing is said. */
interface Mode {
  readonly writes?: WriteMode;
  readonly thorough?: boolean;
}

/**
 * How a fault is judged. A check must find it that cites the statement which it breaks, where it is: what another check
 * finds, or finds elsewhere, is a miss.
 * @param checks - those to choose from
 */
export async function triedFault(fault: Fault, checks: readonly Check[], mode: Mode = {}): Promise<Tried> {
  const able =
    fault.triedWith === 'sequences of changes' ? checks.filter(({ id }) => id === sequences) : checks;
  const citing = able.filter(({ requirements: cited }) => cited.includes(fault.requirement));
  const quick = citing.filter(({ id }) => !thorough.has(id));
  const isCaught =
    (quick.length > 0 && quick.length < citing.length && (await isFoundBy(quick, fault, mode))) ||
    (await isFoundBy(citing, fault, mode));
  return {
    row: fault.requirement,
    name: `${fault.id}: ${fault.title}`,
    wrong: isCaught ? undefined : 'No check of its statement finds it at its place.',
  };
}

async function isFoundBy(
  checks: readonly Check[],
  fault: Fault,
  { writes = 'all', thorough = true }: Mode,
): Promise<boolean> {
  const { behaviour, requirement, pointer, triedWith, triedIn } = fault;
  // More clients would show no more.
  const clients = triedWith === 'two clients' ? demoClients.slice(0, 2) : [String(fullClient.id)];
  const runs = triedWith === 'sequences of changes' ? 10 : 3;
  const shownFields =
    triedWith === 'known fields' ? { [String(fullClient.id)]: Object.keys(fullClient) } : {};
  const target = triedIn === undefined ? { writes, clients, shownFields } : { writes };
  const isDiscovering = triedWith === 'discovery';
  const { results } = await trial(behaviour, {
    ...{ checks, organisation: triedIn, target, runs, thorough, isDiscovering },
  });
  return results.some(({ findings, advisories = [] }) =>
    [...findings, ...advisories].some((one) => one.requirement === requirement && one.pointer === pointer),
  );
}
