import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../faults/behaviour.ts';
import { unchanged } from '../../faults/behaviours.ts';
import { faults } from '../../faults/faults.ts';
import { singleFieldFaults } from '../../faults/single-fields.ts';
import { variants } from '../../faults/variants.ts';
import { triedFault } from '../../proof/fault-trial.ts';
import { batchesOf, triedSingleFieldFaults } from '../../proof/single-field-trial.ts';
import { trial } from '../../proof/trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import type { RunResult } from '../../src/conformance/result.ts';
import type { Check } from '../../src/harness/check.ts';
import { readDemo } from '../../src/reference/demo.ts';
import { isJsonObject, type JsonObject } from '../../src/reference/json.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { isOfClients, named, oneIn } from './named.ts';

// With `writes: restore`, a run changes only what it can restore.

const clients = (await readDemo()).organisations.slice(0, 1).flatMap((one) => one.clients);
const checks = checksOf(bundled).filter(({ stage }) => stage === 'change');

const [unseen = [], seen = []] = [true, false].map((isUnseen) =>
  faults.filter(isOfClients).filter(({ unseenBy }) => (unseenBy?.includes('restore') === true) === isUnseen),
);
const clientVariants = variants.filter(({ operations }) => operations?.includes('updateClient') === true);

test('The reference implementation fails no check, and its clients are as they were', async () => {
  const { result, held } = await restoring(unchanged, checksOf(bundled), 10);
  const undecided = result.results.filter(({ verdict }) => verdict !== 'pass');
  expect(new Set(undecided.map(({ operation }) => operation))).toEqual(new Set(['createOrganisation']));
  expect(result.putBack.map(({ kind }) => kind)).toEqual(['put-back', 'put-back', 'put-back']);
  expect(held).toEqual(clients);
});

describe('each fault of changes is found', () => {
  test.concurrent.each(named(oneIn(24, seen)))('%s', async (_, fault) => {
    const one = await triedFault(fault, checksOf(bundled), { writes: 'restore' });
    expect(one.wrong).toBeUndefined();
  });

  test.concurrent.each(named(oneIn(3, unseen)))('but not %s', async (_, fault) => {
    const one = await triedFault(fault, checksOf(bundled), { writes: 'restore' });
    expect(one.wrong).toBeDefined();
  });
});

test.each(oneIn(2, batchesOf(singleFieldFaults.filter(({ field }) => field.shape === 'Client'))))(
  'each wrong value of a field of a client is found: %s',
  async (_, batch) => {
    const tried = await triedSingleFieldFaults(batch, checksOf(bundled), 'restore');
    expect(tried.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  },
);

test.concurrent.each(named(oneIn(24, clientVariants)))(
  'no legal variant is failed, and its clients are as they were: %s',
  async (_, { behaviour, needsSocket }) => {
    const { result, held } = await restoring(behaviour, checks, 3, needsSocket);
    const [finding] = result.results.flatMap(({ findings }) => findings);
    expect(finding).toBeUndefined();
    const doubted = result.putBack.filter((one) => /may not be what/.test(JSON.stringify(one)));
    expect(doubted).toEqual([]);
    expect(held.map(withoutEmptyLines)).toEqual(clients);
  },
);

async function restoring(
  behaviour: Behaviour,
  tried: readonly Check[],
  runs: number,
  needsSocket?: boolean,
): Promise<{ result: RunResult; held: readonly JsonObject[] }> {
  const told = new Map<string, JsonObject>();
  // Made once, since a behaviour with memory recognises its service by this function.
  let noting: Parameters<Behaviour>[1] | undefined;
  const watched: Behaviour = (request, reference) => {
    noting ??= async (one) => {
      const answer = await reference(one);
      if (one.method !== 'GET' && answer.status === 200) told.set(one.path, JSON.parse(answer.body));
      return answer;
    };
    return behaviour(request, noting);
  };
  const result = await trial(watched, { checks: tried, target: { writes: 'restore' }, runs, needsSocket });
  return { result, held: clients.map((client) => told.get(`/api/v2/clients/${client.id}`) ?? client) };
}

/** A service may show an empty line where there was none, and the run then restores the empty line. */
function withoutEmptyLines(client: JsonObject): JsonObject {
  if (!isJsonObject(client.address)) return client;
  const lines = Object.entries(client.address).filter(([, line]) => line !== '');
  return { ...client, address: Object.fromEntries(lines) };
}
