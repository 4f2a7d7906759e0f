import { expect } from 'vitest';
import { allChecks } from '../../src/checks/all.ts';
import type { Check } from '../../src/checks/check.ts';
import type { WriteMode } from '../../src/checks/target.ts';
import { demoConfiguration } from '../../src/cli/embedded-reference.ts';
import { configuredTarget } from '../../src/cli/target.ts';
import type { RunResult } from '../../src/conformance/result.ts';
import { run } from '../../src/conformance/run.ts';
import type { Behaviour, Fault, Variant } from '../../src/faults/behaviour.ts';
import { startService } from '../../src/faults/broken-service.ts';
import { demoClients } from '../../src/faults/demo.ts';
import { clientSequenceFaults } from '../../src/faults/faults/client-sequences.ts';
import { openTransport } from '../../src/http/transport.ts';
import { readDemo } from '../../src/reference/demo.ts';
import { requirements } from '../../src/specification/requirements.ts';

const demo = await readDemo();

/** What is run against a service, and how. */
export interface Trial {
  readonly checks: readonly Check[];
  readonly writes: WriteMode;
  /** The clients that are listed. */
  readonly clients: readonly string[];
  /** How many random values are tried of each kind. */
  readonly runs: number;
}

/** What the checks find of a service that behaves so. */
export async function tried(
  behaviour: Behaviour,
  { checks, writes, clients, runs }: Trial,
): Promise<RunResult> {
  const service = await startService(behaviour);
  const { target, tokens, transport: options } = configuredTarget(demoConfiguration(demo, service.baseUrl));
  const transport = openTransport({ ...options, requestsPerSecond: Number.POSITIVE_INFINITY });
  const result = await run({
    target: { ...target, writes, clients },
    tokens,
    transport,
    checks,
    concurrency: 4,
    seed: 1,
    runs,
    // Nothing here outlives the process.
    journal: { keep: async () => {}, forget: async () => {} },
  });
  await transport.close();
  await service.close();
  return result;
}

/** With every check and every client. */
export const everything: Trial = { checks: allChecks, writes: 'all', clients: demoClients, runs: 3 };

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
 * Checks that find a fault where it is, and for what it is. Only those are run that cite the statement which it breaks:
 * what another one finds is a miss.
 */
export async function findersOf(fault: Fault, writes: WriteMode): Promise<string[]> {
  const citing = allChecks.filter(({ requirements: cited }) => cited.includes(fault.requirement));
  const quick = citing.filter(({ id }) => !thorough.has(id));
  const found = quick.length < citing.length ? await findersAmong(quick, fault, writes) : [];
  return found.length > 0 ? found : findersAmong(citing, fault, writes);
}

async function findersAmong(checks: readonly Check[], fault: Fault, writes: WriteMode): Promise<string[]> {
  const { id, behaviour, requirement, pointer } = fault;
  const isOfSome = ofSomeClients.has(id) || requirement === 'update-client-of-the-client';
  const clients = isOfSome ? demoClients.slice(0, 2) : fullClient;
  const runs = clientSequenceFaults.includes(fault) ? 10 : 3;
  const { results, suiteFaults } = await tried(behaviour, { checks, writes, clients, runs });
  expect(suiteFaults).toEqual([]);
  return results
    .filter(({ findings }) =>
      findings.some((finding) => finding.requirement === requirement && finding.pointer === pointer),
    )
    .map((result) => result.id);
}

/** With their names, for `test.each`. */
export function named<One extends { readonly id: string }>(some: readonly One[]): (readonly [string, One])[] {
  return some.map((one) => [one.id, one] as const);
}

/** A column of a table: of what, and what was right. */
interface Column {
  readonly title: string;
  readonly of: readonly (Fault | Variant)[];
  readonly right: ReadonlySet<string>;
}

/** How many were right of each row of the register, and what was not. */
export function tableOf(...columns: readonly Column[]): string {
  const rows = requirements.flatMap(({ id }) => {
    const shares = columns.map(({ of, right }) =>
      share(
        of.filter(({ requirement }) => requirement === id),
        right,
      ),
    );
    return shares.every((one) => one === '') ? [] : [lineOf(id, shares)];
  });
  return [
    lineOf(
      'requirement',
      columns.map(({ title }) => title),
    ),
    ...rows,
    lineOf(
      'all',
      columns.map(({ of, right }) => share(of, right)),
    ),
    ...columns.flatMap(({ title, of, right }) =>
      of.filter(({ id }) => !right.has(id)).map((one) => `not ${title}: ${one.id}: ${one.title}`),
    ),
  ].join('\n');
}

function lineOf(name: string, shares: readonly string[]): string {
  return [name.padEnd(40), ...shares.map((one) => one.padStart(20))].join('');
}

function share(all: readonly (Fault | Variant)[], right: ReadonlySet<string>): string {
  return all.length === 0 ? '' : `${all.filter(({ id }) => right.has(id)).length} of ${all.length}`;
}
