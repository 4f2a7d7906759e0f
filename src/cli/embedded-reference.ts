import { Failure } from '../gate/failure.ts';
import type { GateTarget } from '../gate/gate-target.ts';
import { demoTarget } from '../proof/demo-target.ts';
import { bundled } from '../specification/bundled.ts';
import { embeddedTarget } from './rerun.ts';

/** The reference implementation, running in this process, and how to test it. */
export interface EmbeddedReference {
  readonly target: GateTarget;
  readonly close: () => Promise<void>;
}

/**
 * Starts the reference implementation with the demo organisations, on a free port and a database in memory.
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
 */
export async function startEmbedded(): Promise<EmbeddedReference> {
  const { openSeededReference, readDemo } = await loadReference();
  const demo = await readDemo();
  const reference = await openSeededReference(demo, bundled.description);
  const target = demoTarget(demo, await reference.listen(0));
  // Its port is another in each run. Its clients are gone with it, and need no journal.
  return { target: { ...target, name: embeddedTarget, journal: undefined }, close: reference.close };
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
