import { checksOf } from '../checks/all.ts';
import { type Budget, type Discovered, discover, mostListed, usualBudget } from '../conformance/discovery.ts';
import { openRun } from '../conformance/exchanges.ts';
import { numberAfter } from '../conformance/gathered.ts';
import { readShard, type Shard } from '../conformance/shard.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { maskingOf } from '../http/masking.ts';
import type { Transport } from '../http/transport.ts';
import { Failure } from './failure.ts';
import type { GateTarget } from './gate-target.ts';
import type { RunHooks } from './run-hooks.ts';
import type { Selection } from './selection.ts';
import { type KeptSweeping, openKeptSweep, type SweepOptions } from './sweep-progress.ts';

export interface DiscoveryOptions extends SweepOptions {
  /**
   * Finds cases with GET /api/v2/cases. `true` only does so if no case is listed; a number limits the cases to read;
   * 'all' reads every case. Cases beyond the first 40 are swept: only their records are judged.
   */
  readonly discover?: boolean | Budget | undefined;
}

export interface PlannedDiscovery {
  readonly budget: true | Budget;
  readonly shard: Shard | undefined;
  readonly sweep: SweepOptions;
}

/** The result of a discovery, and a function that deletes the saved progress of its sweep. */
export interface Found extends Discovered {
  readonly forget: () => Promise<void>;
}

/**
 * Validates the discovery options of a call.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` if they are invalid
 */
export function plannedDiscovery(
  options: DiscoveryOptions & Pick<Selection, 'shard'>,
): PlannedDiscovery | undefined {
  const { discover, shard, sweepFile, resume } = options;
  if (discover === undefined || discover === false) return undefined;
  if (typeof discover === 'number' && !(Number.isSafeInteger(discover) && discover > 0)) {
    const message = `discover must be a whole number of at least 1, or 'all', but is ${discover}.`;
    throw new Failure('CALL_NOT_UNDERSTOOD', message);
  }
  const part = shard === undefined ? undefined : readShard(shard);
  return { budget: discover, shard: part, sweep: isSweep(discover) ? { sweepFile, resume } : {} };
}

/**
 * The target of a run, with the cases that are found for it if the call asks for that. If the target lists cases,
 * those are tested, and cases are only read if the call explicitly asks for more.
 */
export async function targetOfRun(
  gateTarget: GateTarget,
  planned: PlannedDiscovery | undefined,
  transport: Transport,
  hooks: RunHooks,
): Promise<{ readonly target: Target; readonly found: Found | undefined }> {
  const { target } = gateTarget;
  const found = planned && (await discoveredFor(gateTarget, planned, transport, hooks));
  return { target: found === undefined ? target : discoveredTarget(target, found), found };
}

/** @returns undefined if the target has cases already and none were searched */
async function discoveredFor(
  gateTarget: GateTarget,
  { budget: given, shard, sweep }: PlannedDiscovery,
  transport: Transport,
  { signal, onNotice, onReading }: RunHooks,
): Promise<Found | undefined> {
  const { target, tokens, secrets, specification, transport: limits } = gateTarget;
  if (given === true && listedCases(target).length > 0) {
    onNotice?.('Nothing is discovered, since cases of the organisation are listed.');
    return undefined;
  }
  const budget = given === true ? usualBudget : given;
  const what = { budget: String(budget), shard: shard === undefined ? '1/1' : `${shard.number}/${shard.of}` };
  const kept = await openKeptSweep(gateTarget, sweep, what);
  if (sweep.resume === true) onNotice?.(resumption(kept));
  const discovered = await discover({
    ...{ specification, target, budget, shard, signal },
    concurrency: limits.concurrency,
    earlier: kept?.earlier,
    save: kept?.save,
    onRead: onReading,
    opened: openRun(specification, transport, tokens, {
      signal,
      firstNumber: kept?.earlier && numberAfter(kept.earlier.swept),
    }),
    rows: checksOf(specification),
  });
  onNotice?.(maskingOf(secrets)(outcomeOf(specification.caseTypes, discovered, budget)));
  const { read, of } = discovered.discovery.swept ?? { read: 0, of: 0 };
  return { ...discovered, forget: async () => (read === of ? kept?.forget() : undefined) };
}

function resumption(kept: KeptSweeping | undefined): string {
  if (kept?.earlier === undefined) return 'There is no sweep to go on with, so a new one begins.';
  return `The sweep goes on after ${kept.earlier.read} cases that were read.`;
}

function isSweep(budget: boolean | Budget): boolean {
  return budget === 'all' || (typeof budget === 'number' && budget > mostListed);
}

/** The target with the discovered cases, if it listed none. */
export function discoveredTarget(
  target: Target,
  { discovery, pagesShownBy, furtherPages }: Discovered,
): Target {
  return {
    ...target,
    cases: listedCases(target).length > 0 ? target.cases : discovery.cases,
    discovered: { pagesShownBy, furtherPages, isSweep: discovery.swept !== undefined },
  };
}

function outcomeOf(
  caseTypes: GateTarget['specification']['caseTypes'],
  { discovery, isAnswered }: Discovered,
  budget: Budget,
): string {
  const { obstacle, identifiers, pages = 1, tried, cases, swept } = discovery;
  const found = caseTypes.filter((caseType) => cases[caseType].length > 0);
  const counts = found.map((caseType) => `${cases[caseType].length} ${caseType}`).join(', ');
  const onPages = pages > 1 ? ` on ${pages} pages` : '';
  const left = identifiers - tried - (swept?.read ?? 0);
  return [
    `Discovered from GET /api/v2/cases: ${counts || 'no case'} (identifiers: ${identifiers}${onPages}, tried: ${tried}).`,
    ...(swept === undefined
      ? []
      : [`Of ${swept.of} more, ${swept.read} were read, ${swept.deviating} of them with deviations.`]),
    ...(left > 0 && budget !== 'all' && tried >= budget
      ? [`No more than ${budget} are read; --discover all reads every case.`]
      : []),
    ...(obstacle === undefined ? [] : [obstacle]),
    // Without any answer, the run ends soon and reports the reason itself.
    ...(found.length > 0 || !isAnswered ? [] : ['The run goes on without cases.']),
  ].join(' ');
}
