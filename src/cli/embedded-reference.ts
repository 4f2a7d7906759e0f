import type { GateTarget } from '../gate/gate-target.ts';
import { demoTarget } from '../proof/demo-target.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { inMemory } from './database.ts';
import { openedReference } from './opened-reference.ts';
import { embeddedTarget } from './rerun.ts';

export interface EmbeddedReference {
  readonly target: GateTarget;
  readonly close: () => Promise<void>;
}

/**
 * Starts the reference implementation of an interface with the demo organisations, on a free port and with a database
 * in memory.
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
 */
export async function startEmbedded(specification: Specification = bundled): Promise<EmbeddedReference> {
  const { reference, demo } = await openedReference(specification, inMemory);
  const target = demoTarget(demo, await reference.listen(0), specification);
  // A fixed name, since its port differs in each run. Its clients do not outlive it and need no journal.
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
