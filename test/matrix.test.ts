import { afterAll, describe, expect, test } from 'vitest';
import { allChecks } from '../src/checks/all.ts';
import { demoConfiguration } from '../src/cli/embedded-reference.ts';
import { configuredTarget } from '../src/cli/target.ts';
import type { RunResult } from '../src/conformance/result.ts';
import { run } from '../src/conformance/run.ts';
import { conclusionOf } from '../src/conformance/verdict.ts';
import type { Behaviour, Fault, Variant } from '../src/faults/behaviour.ts';
import { unchanged } from '../src/faults/behaviours.ts';
import { startService } from '../src/faults/broken-service.ts';
import { faults } from '../src/faults/faults.ts';
import { variants } from '../src/faults/variants.ts';
import { openTransport } from '../src/http/transport.ts';
import { readDemo } from '../src/reference/demo.ts';
import { isDecidable, requirements } from '../src/specification/requirements.ts';

const demo = await readDemo();
const caught = new Set<string>();
const cleared = new Set<string>();

describe('the lists', () => {
  test('name everything once', () => {
    const names = [...faults, ...variants].map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('break only statements that can be decided', () => {
    const decidable = new Set(requirements.filter(isDecidable).map(({ id }) => id));
    expect(faults.filter(({ requirement }) => !decidable.has(requirement))).toEqual([]);
  });

  test('break every statement that can be decided', () => {
    const broken = new Set(faults.map(({ requirement }) => requirement));
    expect(requirements.filter((row) => isDecidable(row) && !broken.has(row.id))).toEqual([]);
  });

  test('take only liberties of rows that exist', () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(variants.filter(({ requirement }) => !known.has(requirement))).toEqual([]);
  });

  test('hold nothing that can be changed', () => {
    expect([faults, variants, ...faults, ...variants].every(Object.isFrozen)).toBe(true);
  });
});

test('the reference implementation passes every check', async () => {
  const { results, suiteFaults } = await resultOf(unchanged);
  expect(suiteFaults).toEqual([]);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

describe('each fault is found, where it is and for what it is', () => {
  test.concurrent.each(faults.map((fault) => [fault.id, fault] as const))('%s', async (id, fault) => {
    const { results, suiteFaults } = await resultOf(fault.behaviour);
    expect(suiteFaults).toEqual([]);
    const findings = results.flatMap((result) =>
      result.findings.map(({ requirement, pointer }) => ({ requirement, pointer })),
    );
    expect(findings).toContainEqual({ requirement: fault.requirement, pointer: fault.pointer });
    caught.add(id);
  });
});

describe('no legal variant is failed', () => {
  test.concurrent.each(variants.map((variant) => [variant.id, variant] as const))(
    '%s',
    async (id, variant) => {
      const result = await resultOf(variant.behaviour);
      expect(result.suiteFaults).toEqual([]);
      expect(result.results.flatMap(({ findings }) => findings)).toEqual([]);
      expect(conclusionOf(result)).toBe('conformant');
      cleared.add(id);
    },
  );
});

afterAll(() => {
  process.stdout.write(`\n${matrix()}\n`);
});

async function resultOf(behaviour: Behaviour): Promise<RunResult> {
  const service = await startService(behaviour);
  const configured = configuredTarget(demoConfiguration(demo, service.baseUrl));
  const transport = openTransport({ ...configured.transport, requestsPerSecond: Number.POSITIVE_INFINITY });
  const { target, tokens } = configured;
  const result = await run({ target, tokens, transport, checks: allChecks, concurrency: 4, seed: 1 });
  await transport.close();
  await service.close();
  return result;
}

/** How many were right of each row of the register, and what was not. */
function matrix(): string {
  const rows = requirements.flatMap(({ id }) => {
    const broken = faults.filter(({ requirement }) => requirement === id);
    const free = variants.filter(({ requirement }) => requirement === id);
    return broken.length + free.length === 0 ? [] : [lineOf(id, share(broken, caught), share(free, cleared))];
  });
  const wrong = [...faults, ...variants].filter(({ id }) => !caught.has(id) && !cleared.has(id));
  return [
    lineOf('requirement', 'faults caught', 'variants passed'),
    ...rows,
    lineOf('all', share(faults, caught), share(variants, cleared)),
    ...wrong.map(({ id, title }) => `wrong: ${id}: ${title}`),
  ].join('\n');
}

function lineOf(name: string, faultShare: string, variantShare: string): string {
  return `${name.padEnd(40)}${faultShare.padStart(15)}${variantShare.padStart(17)}`;
}

function share(all: readonly (Fault | Variant)[], right: ReadonlySet<string>): string {
  return all.length === 0 ? '' : `${all.filter(({ id }) => right.has(id)).length} of ${all.length}`;
}
