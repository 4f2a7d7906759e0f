import type { Fault } from '../faults/behaviour.ts';
import { demoClients } from '../faults/demo.ts';
import { clientSequenceFaults } from '../faults/faults/client-sequences.ts';
import type { Check } from '../harness/check.ts';
import type { WriteMode } from '../harness/target.ts';
import { trial } from './trial.ts';
import type { Tried } from './tried.ts';

/** The client who shows all that there is. */
export const fullClient: readonly string[] = demoClients.slice(1, 2);

/** Faults of one client and not of another. For all others one client is listed: more of them would show no more. */
const ofSomeClients: ReadonlySet<string> = new Set([
  'answer-of-second-client-204',
  'change-company-of-companies-alone',
  'change-of-first-client-alone',
  'change-of-other-client-400',
  'client-line-null-of-second',
  'client-status-number-of-second',
  'other-client-accepts-absent',
]);

/** The checks that send most; what another one finds already, they need not find too. */
const thorough: ReadonlySet<string> = new Set([
  'updateClient.texts',
  'updateClient.wrong-bodies',
  'updateClient.sequences',
]);

/**
 * How a fault is judged. A check must find it that cites the statement which it breaks, where it is: what another check
 * finds, or finds elsewhere, is a miss.
 * @param checks - those to choose from
 */
export async function triedFault(
  fault: Fault,
  checks: readonly Check[],
  writes: WriteMode = 'all',
): Promise<Tried> {
  const citing = checks.filter(({ requirements: cited }) => cited.includes(fault.requirement));
  const quick = citing.filter(({ id }) => !thorough.has(id));
  const isCaught =
    (quick.length < citing.length && (await isFoundBy(quick, fault, writes))) ||
    (await isFoundBy(citing, fault, writes));
  return {
    row: fault.requirement,
    name: `${fault.id}: ${fault.title}`,
    wrong: isCaught ? undefined : 'No check of its statement finds it at its place.',
  };
}

async function isFoundBy(checks: readonly Check[], fault: Fault, writes: WriteMode): Promise<boolean> {
  const { id, behaviour, requirement, pointer } = fault;
  const isOfSome = ofSomeClients.has(id) || requirement === 'update-client-of-the-client';
  const clients = isOfSome ? demoClients.slice(0, 2) : fullClient;
  const runs = clientSequenceFaults.includes(fault) ? 10 : 3;
  const { results } = await trial(behaviour, { checks, target: { writes, clients }, runs });
  return results.some(({ findings }) =>
    findings.some((finding) => finding.requirement === requirement && finding.pointer === pointer),
  );
}
