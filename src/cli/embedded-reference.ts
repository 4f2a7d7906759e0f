import { Failure } from '../gate/failure.ts';
import type { GateTarget } from '../gate/gate-target.ts';
import { demoTarget } from '../proof/demo-target.ts';
import type { Addressing } from '../reference/addressing.ts';
import type { Demo, OrganisationName } from '../reference/demo.ts';
import type { Reference, ReferenceOptions } from '../reference/reference.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { embeddedTarget } from './rerun.ts';

/** The reference implementation, running in this process, and how to test it. */
export interface EmbeddedReference {
  readonly target: GateTarget;
  readonly close: () => Promise<void>;
}

/**
 * Starts the reference implementation of an interface with the demo organisations, on a free port and a database in
 * memory.
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
 */
export async function startEmbedded(specification: Specification = bundled): Promise<EmbeddedReference> {
  const { reference, demo } = await openedReference(specification, ':memory:');
  const target = demoTarget(demo, await reference.listen(0), specification);
  // Its port is another in each run. Its clients are gone with it, and need no journal.
  return {
    target: {
      ...target,
      specification,
      name: embeddedTarget,
      secrets: Object.values(target.tokens),
      journal: undefined,
    },
    close: reference.close,
  };
}

/**
 * Opens the reference implementation of an interface, with the data of an organisation of the fixtures.
 * @param database - a SQLite file, or `:memory:`
 * @param addressing - which organisation requests are addressed to
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
 */
export async function openedReference(
  specification: Specification,
  database: string,
  organisation: OrganisationName = 'demo',
  addressing: Addressing = organisation,
): Promise<{ reference: Reference; demo: Demo }> {
  const { openReference, readDemo, seedDemo } = await loadReference();
  const options: ReferenceOptions = { database, description: specification.served, organisation: addressing };
  const plain = await readDemo(organisation);
  if (specification === bundled) {
    const reference = await openReference(options);
    await seedDemo(reference.store, plain);
    return { reference, demo: plain };
  }
  const { answersAsDescribed, changeableAsDescribed, demoAsDescribed } = await import(
    './changed-reference.ts'
  );
  const demo = demoAsDescribed(specification, plain);
  const reference = await openReference({ ...options, changeable: changeableAsDescribed(specification) });
  answersAsDescribed(specification, reference.app);
  await seedDemo(reference.store, demo);
  return { reference, demo };
}

/**
 * Loads the reference implementation only when it is wanted: its packages are peers that a gate does not need.
 * @throws {Failure} `PACKAGE_MISSING` when they were left out
 */
export function loadReference() {
  return withPeers(async () => ({
    ...(await import('../reference/reference.ts')),
    ...(await import('../reference/demo.ts')),
  }));
}

/**
 * Loads what needs the packages of the reference implementation.
 * @throws {Failure} `PACKAGE_MISSING` when they were left out
 */
export async function withPeers<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
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
