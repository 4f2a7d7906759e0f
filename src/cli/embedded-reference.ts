import { type TokenName, tokenNames } from '../checks/target.ts';
import type { Demo } from '../reference/demo.ts';
import { type CaseType, description } from '../specification/description.ts';
import type { Configuration } from './configuration.ts';
import { Failure } from './failure.ts';
import { type ConfiguredTarget, configuredTarget } from './target.ts';

/** The reference implementation, running in this process, and how to test it. */
export interface EmbeddedReference {
  readonly target: ConfiguredTarget;
  readonly close: () => Promise<void>;
}

/** Starts the reference implementation with the demo organisations, on a free port and a database in memory. */
export async function startEmbedded(): Promise<EmbeddedReference> {
  const { openReference, readDemo, seedDemo } = await loadReference();
  const demo = await readDemo();
  const reference = await openReference({ database: ':memory:', description, organisation: 'demo' });
  await seedDemo(reference.store, demo);
  const baseUrl = await reference.listen(0);
  const configured = configuredTarget(demoConfiguration(demo, baseUrl));
  return {
    // It is ours, and its data is gone with it: nothing has to be spared.
    target: {
      ...configured,
      transport: { ...configured.transport, requestsPerSecond: Number.POSITIVE_INFINITY },
    },
    close: reference.close,
  };
}

/** The configuration that tests the first demo organisation at a base URL; the second is the foreign one. */
export function demoConfiguration(demo: Demo, baseUrl: string): Configuration {
  const [own, foreign] = demo.organisations;
  const tokens = demo.organisations
    .flatMap(({ users }) => users.flatMap((user) => user.tokens))
    .filter(({ name }) => tokenNames.includes(name as TokenName));
  const cases: Partial<Record<CaseType | 'foreign', string[]>> = {
    foreign: foreign?.cases.map(({ record }) => String(record.caseId)) ?? [],
  };
  for (const { record } of own?.cases ?? []) {
    const caseType = record.caseType as CaseType;
    cases[caseType] = [...(cases[caseType] ?? []), String(record.caseId)];
  }
  return {
    baseUrl,
    tokens: Object.fromEntries(tokens.map(({ name, token }) => [name, token])),
    restrictedOperations: ['updateClient', 'createOrganisation'],
    cases,
    clients: own?.clients.map(({ id }) => String(id)) ?? [],
    writes: 'all',
  };
}

/**
 * Loads the reference implementation only when it is wanted: its packages are peers that a gate does not need.
 * @throws {Failure} `PACKAGE_MISSING` when they were left out
 */
export async function loadReference() {
  try {
    return { ...(await import('../reference/reference.ts')), ...(await import('../reference/demo.ts')) };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Failure(
      'PACKAGE_MISSING',
      'The reference implementation needs the packages fastify and kysely, which are not installed with it. Run npm install --save-dev fastify@5 kysely@0.29.',
      { cause },
    );
  }
}
