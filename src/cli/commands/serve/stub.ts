import { randomInt } from 'node:crypto';
import type { Behaviour } from '../../../../faults/behaviour.ts';
import type { IsolatedReference } from '../../../../faults/isolated-reference.ts';
import { didYouMean } from '../../../gate/did-you-mean.ts';
import { Failure } from '../../../gate/failure.ts';
import type { OrganisationName } from '../../../reference/demo.ts';
import { quoted } from '../../../report/quoted.ts';
import type { StubOptions } from '../../../stub/stub.ts';
import { loadReference, openedOnDatabase } from '../../opened-reference.ts';
import type { Terminal } from '../../terminal.ts';
import { announce } from './announcements.ts';
import { listening } from './operation.ts';

export interface StubCall extends StubOptions {
  readonly organisation: OrganisationName;
  readonly broken?: string | undefined;
  readonly cors?: string | undefined;
  readonly latency?: number | undefined;
  readonly errorRate?: number | undefined;
}

interface PreparedStub {
  /** The fixture organisation that the stub serves. A fault may require a certain organisation. */
  readonly organisation: OrganisationName;
  readonly notes: readonly string[];
  readonly checkedWith: readonly string[];
  readonly behaviour: Behaviour;
  readonly reference: IsolatedReference;
}

export async function openStub(call: StubCall) {
  const { seed, latency: latencyMs = 0, errorRate = 0 } = call;
  const { behaviour, reference, ...said } =
    call.broken === undefined ? await generatedStub(call) : await brokenStub(call.broken);
  const { startService } = await import('../../../../faults/broken-service.ts');
  const { withCors } = await import('../../../stub/cors.ts');
  const { withTroubles } = await import('../../../stub/troubles.ts');
  const troubled = withTroubles(behaviour, { latencyMs, errorRate, seed });
  const served = call.cors === undefined ? troubled : withCors(troubled, call.cors);
  return { ...said, listen: (port: number) => startService(served, reference, port) };
}

async function generatedStub(call: StubCall): Promise<PreparedStub> {
  const { specification, organisation, seed } = call;
  const { readDemo, seedDemo } = await loadReference();
  const { stubOf } = await import('../../../stub/stub.ts');
  const { answerOf } = await import('../../../../faults/isolated-reference.ts');
  const { organisations, behaviour } = stubOf(await readDemo(organisation), call);
  const reference = await openedOnDatabase(specification, ':memory:', { organisation });
  await seedDemo(reference.store, organisations);
  return {
    organisation,
    notes: [`The same records again: --seed ${seed}`],
    checkedWith: [],
    behaviour,
    reference: { answer: (request) => answerOf(reference, request), close: reference.close },
  };
}

async function brokenStub(id: string): Promise<PreparedStub> {
  const { faults } = await import('../../../../faults/faults.ts');
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) {
    const known = faults.map((one) => one.id);
    const advice = `${didYouMean(id, known, '')} docs/faults.md lists them all.`.trimStart();
    throw new Failure('NAME_UNKNOWN', `There is no fault ${quoted(id)}. ${advice}`);
  }
  const { openIsolatedReference } = await import('../../../../faults/isolated-reference.ts');
  return {
    organisation: fault.triedIn ?? 'demo',
    notes: [`Its fault: ${fault.title} (${fault.requirement}).`],
    checkedWith: ['--thorough', ...(fault.triedWith === 'discovery' ? ['--discover'] : [])],
    behaviour: fault.behaviour,
    reference: openIsolatedReference(fault.triedIn),
  };
}

export async function serveStub(
  {
    port,
    seed = randomInt(2 ** 31),
    ...call
  }: Omit<StubCall, 'seed'> & { port: number; seed?: number | undefined },
  terminal: Terminal,
): Promise<void> {
  const { listen, ...said } = await openStub({ ...call, seed });
  const running = await listening({ listen }, port, '--port');
  try {
    await announce({ ...call, ...said, service: 'stub', baseUrl: running.baseUrl }, terminal);
  } finally {
    await running.close();
  }
}
