import { rm } from 'node:fs/promises';
import { checksOf } from '../checks/all.ts';
import { numberAfter } from '../conformance/collected.ts';
import {
  type Budget,
  type Discovered,
  defaultBudget,
  discover,
  maxListedCases,
} from '../conformance/discovery.ts';
import { openRun } from '../conformance/exchanges.ts';
import { readShard } from '../conformance/shard.ts';
import type { SweepHooks, SweepState } from '../conformance/sweep.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { maskingOf, withoutSecrets } from '../http/masking.ts';
import type { Transport } from '../http/transport.ts';
import { named } from '../report/quoted.ts';
import { digestOf } from '../report/report.ts';
import { suiteVersion } from '../report/suite.ts';
import { plural } from '../report/words.ts';
import { callWrong, Failure } from './failure.ts';
import type { KeptSweep } from './files/form-files.ts';
import type { RunHooks } from './run-hooks.ts';
import type { Selection } from './selection.ts';
import type { GateTarget } from './target.ts';

export interface DiscoveryOptions extends Pick<Selection, 'shard'> {
  /**
   * Finds cases with GET /api/v2/cases. `true`: only if the configuration lists no case. A number: reads up to that
   * many cases. 'all': reads every case. The first 40 are tested like listed cases. The others are swept: each is read
   * once, and only its record is judged.
   */
  readonly discover?: boolean | Budget | undefined;
  /**
   * The file in which a sweep of the case list saves its progress. Without a file, an interrupted sweep starts again.
   */
  readonly sweepFile?: string | undefined;
  /** Continues an interrupted sweep with the progress saved in the file. */
  readonly resume?: boolean | undefined;
}

export function assertBudget({ discover }: DiscoveryOptions): void {
  if (typeof discover !== 'number' || (Number.isSafeInteger(discover) && discover > 0)) return;
  throw callWrong(`discover must be a whole number of at least 1, or 'all', but is ${discover}.`);
}

/**
 * The target with discovered cases. If the configuration lists cases, those are tested, and more are read only with a
 * number or 'all'.
 */
export async function targetOfRun(
  gateTarget: GateTarget,
  options: DiscoveryOptions,
  transport: Transport,
  { signal, onNotice, onReading }: RunHooks,
) {
  const { target, tokens, secrets, specification, transport: limits } = gateTarget;
  const { discover: asked = false, resume = false } = options;
  if (asked === false) return { target, found: undefined };
  if (asked === true && listedCases(target).length > 0) {
    onNotice?.('Nothing is discovered, since cases of the organisation are listed.');
    return { target, found: undefined };
  }
  const budget = asked === true ? defaultBudget : asked;
  const shard = options.shard === undefined ? undefined : readShard(options.shard);
  const isSweep = budget === 'all' || budget > maxListedCases;
  const kept = isSweep ? await openKeptSweep(gateTarget, { ...options, discover: budget }) : undefined;
  if (isSweep && resume) onNotice?.(resumption(kept));
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
  onNotice?.(maskingOf(secrets)(outcomeOf(target, specification.caseTypes, discovered, budget)));
  const { read, of } = discovered.discovery.swept ?? { read: 0, of: 0 };
  const forget = async () => (read === of ? kept?.forget() : undefined);
  return { target: discoveredTarget(target, discovered), found: { ...discovered, forget } };
}

function resumption(kept: Pick<SweepHooks, 'earlier'> | undefined): string {
  if (kept?.earlier === undefined) return 'There is no sweep to go on with, so a new one begins.';
  return `The sweep goes on after ${kept.earlier.read} cases that were read.`;
}

/** Cases that the configuration lists take precedence over discovered cases. */
export function discoveredTarget(target: Target, { discovery, list }: Discovered): Target {
  return {
    ...target,
    cases: listedCases(target).length > 0 ? target.cases : discovery.cases,
    discovered: {
      pagesShownBy: list.shownBy,
      furtherPages: list.furtherPages,
      isSweep: discovery.swept !== undefined,
    },
  };
}

function outcomeOf(
  target: Target,
  caseTypes: GateTarget['specification']['caseTypes'],
  { discovery, list }: Discovered,
  budget: Budget,
): string {
  const { obstacle, identifiers, pages = 1, tried, cases, swept } = discovery;
  const found = caseTypes.filter((caseType) => cases[caseType].length > 0);
  const counts = found.map((caseType) => `${cases[caseType].length} ${caseType}`).join(', ');
  const onPages = pages > 1 ? ` on ${pages} pages` : '';
  const left = identifiers - tried - (swept?.read ?? 0);
  const isListed = listedCases(target).length > 0;
  return [
    isListed && identifiers > 0 && tried === 0
      ? `GET /api/v2/cases shows ${plural(identifiers, 'identifier')}${onPages}. The configured cases are read.`
      : `Discovered from GET /api/v2/cases: ${counts || 'no case'} (identifiers: ${identifiers}${onPages}, tried: ${tried}).`,
    ...(swept === undefined || swept.of === 0
      ? []
      : [`Of ${swept.of} more, ${swept.read} were read, ${swept.deviating} of them with deviations.`]),
    ...(left > 0 && budget !== 'all' && tried >= budget
      ? [`No more than ${budget} are read; --discover all reads every case.`]
      : []),
    ...(obstacle === undefined ? [] : [obstacle]),
    // If the target answered nothing, the run will end soon with its own message.
    ...(found.length > 0 || isListed || list.isUnanswered ? [] : ['The run goes on without cases.']),
  ].join(' ');
}

async function openKeptSweep(
  { name, secrets, specification }: GateTarget,
  { sweepFile: file, resume = false, discover, shard = '1/1' }: DiscoveryOptions,
) {
  if (file === undefined) return undefined;
  const { assertWritable, readKept, writeKept } = await import('./files/form-files.ts');
  const of = {
    ...{ target: name, suite: suiteVersion, description: digestOf(specification) },
    // With another budget or shard, the run reads other cases, so the saved progress would not fit.
    ...{ budget: String(discover), shard },
  };
  const kept = resume ? await readKept(file, 'sweep') : undefined;
  if (kept !== undefined) assertSame(file, kept.of, of);
  await assertWritable(file, 'sweep');
  return {
    earlier: kept?.state,
    save: async (state: SweepState) => {
      const value: KeptSweep = { formatVersion: '1.0', of, state };
      await writeKept(file, withoutSecrets(value, secrets), 'sweep');
    },
    /** Deletes the saved progress. To be called when the report contains the results. */
    forget: () => rm(file, { force: true }),
  };
}

function assertSame(file: string, kept: KeptSweep['of'], of: KeptSweep['of']): void {
  const other = Object.keys(of).find((key) => kept[key] !== of[key]);
  if (other === undefined) return;
  throw new Failure(
    'FILE_WRONG',
    `${named(file)} is of another sweep: its ${other} is ${named(kept[other] ?? 'missing')}, and that of this call ${named(of[other] ?? '')}. Leave --resume out to begin anew.`,
  );
}
