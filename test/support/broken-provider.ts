import type { Behaviour } from '../../faults/behaviour.ts';
import { startService } from '../../faults/broken-service.ts';
import { answerOf } from '../../faults/isolated-reference.ts';
import { readDemo } from '../../src/reference/demo.ts';
import { openStateServer } from '../../src/reference/provider-states.ts';
import { openSeededReference } from '../../src/reference/reference.ts';
import { bundled } from '../../src/specification/bundled.ts';

export interface RunningProvider {
  readonly baseUrl: string;
  readonly stateUrl: string;
  readonly close: () => Promise<void>;
}

export async function startProvider(behaviour: Behaviour): Promise<RunningProvider> {
  const demo = await readDemo();
  const reference = await openSeededReference(demo, bundled.description);
  const states = openStateServer({ store: reference.store, demo, organisation: 'demo' });
  const service = await startService(behaviour, {
    answer: (request) => answerOf(reference, request),
    close: reference.close,
  });
  return {
    baseUrl: service.baseUrl,
    stateUrl: await states.listen(0),
    close: async () => {
      await states.close();
      await service.close();
    },
  };
}
