import { expect, onTestFinished, test } from 'vitest';
import type { Behaviour } from '../../faults/behaviour.ts';
import type { SingleFieldFault } from '../../faults/catalogue/field-values.ts';
import { withField } from '../../faults/catalogue/records.ts';
import { showing } from '../../faults/client-behaviours.ts';
import { faults } from '../../faults/faults.ts';
import { everyRecord } from '../../faults/records.ts';
import { singleFieldFaults } from '../../faults/single-fields.ts';
import { variants } from '../../faults/variants.ts';
import { conclusionOf } from '../../src/acceptance/conclusion.ts';
import { getInterfaceDescriptionChecks } from '../../src/checks/get-interface-description.ts';
import type { RunResult } from '../../src/conformance/result.ts';
import { interactionsOf } from '../../src/gate/verification/pacts.ts';
import { isJsonObject, type JsonObject } from '../../src/reference/json.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { interactionChecks } from '../../src/verification/interaction-checks.ts';
import { probeChecks } from '../../src/verification/probe-checks.ts';
import { startProvider } from '../support/broken-provider.ts';
import { ran, statesAt, toolsOf, verifierUntilTheEnd } from '../unit/verification/support.ts';
import { named, oneIn } from './named.ts';

function tried<One>(all: readonly One[], number = 300): readonly One[] {
  return oneIn(number, all);
}

const verifier = await verifierUntilTheEnd();
const interactions = await interactionsOf(undefined, bundled);

async function verification(behaviour: Behaviour): Promise<RunResult> {
  const provider = await startProvider(behaviour);
  onTestFinished(provider.close);
  const tools = await toolsOf(verifier, statesAt(provider.stateUrl));
  const checks = [
    ...interactionChecks(interactions, tools),
    ...getInterfaceDescriptionChecks(bundled),
    ...probeChecks(bundled, tools.states),
  ];
  const { isSetUp } = tools.states;
  return ran(provider.baseUrl, checks, {
    target: { writes: 'all' },
    isPrepared: true,
    isSetUp,
    runs: 1,
  });
}

const possibleFaults = faults.filter(({ triedIn }) => triedIn === undefined);

const [unseen = [], seen = []] = [true, false].map((isUnseen) =>
  possibleFaults.filter(({ unseenBy }) => (unseenBy?.includes('verify') === true) === isUnseen),
);

test.each(named(tried(unseen, 600)))('the fault %s is not found', async (_, { behaviour }) => {
  const result = await verification(behaviour);
  expect(result.suiteFaults).toEqual([]);
  expect(conclusionOf(result)).not.toBe('deviates');
});

test.each(named(tried(seen)))('the fault %s is found', async (_, { behaviour }) => {
  const result = await verification(behaviour);
  expect(result.suiteFaults).toEqual([]);
  expect(conclusionOf(result)).toBe('deviates');
});

const wrongValues = [...new Map(singleFieldFaults.map((fault) => [fault.requirement, fault])).values()];

test.each(tried(wrongValues))('$requirement: $name is found', async (fault) => {
  const result = await verification(showingAlways(fault));
  expect(result.suiteFaults).toEqual([]);
  expect(result.results.flatMap(({ findings }) => findings)).toContainEqual(
    expect.objectContaining({ requirement: fault.requirement }),
  );
});

function showingAlways({ field: { shape, edition, pointer }, value }: SingleFieldFault): Behaviour {
  const wrong = (record: JsonObject) => withField(record, pointer, value) as JsonObject;
  if (shape === 'Client') return showing(wrong);
  return everyRecord((record) => {
    const form = record[pointer.split('/')[1] ?? ''];
    const isMeant = edition === undefined || (isJsonObject(form) && form.type === edition);
    return record.caseType === shape && isMeant ? wrong(record) : record;
  });
}

const possible = variants.filter(({ denies }) => denies !== 'provider states');

test.each(named(tried(possible)))('the legal variant %s is not failed', async (_, { behaviour }) => {
  const result = await verification(behaviour);
  expect(result.suiteFaults).toEqual([]);
  expect(result.results.flatMap(({ findings }) => findings)).toEqual([]);
  expect(conclusionOf(result)).not.toBe('deviates');
});
