import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unchanged } from '../../../faults/behaviours.ts';
import { performRun } from '../../../src/gate/performed-run.ts';
import { checksToRun, samplingOf } from '../../../src/gate/selection.ts';
import { gateTarget } from '../../../src/gate/target.ts';
import { serviceWithClients } from '../cli/clients.ts';

const planned = {
  sampling: samplingOf({ seed: 1 }),
  select: checksToRun({ only: 'updateClient.changes' }),
};

test('A journal that fails while clients are put back does not end the run', async () => {
  let isPuttingBack = false;
  const { configuration, journal } = await serviceWithClients(async (request, reference) => {
    const answer = await unchanged(request, reference);
    if (!isPuttingBack || request.method !== 'PATCH') return answer;
    return { ...answer, body: answer.body.replace(/"lastName":"[^"]*"/, '"lastName":"*"') };
  });
  const onProgress = ({ ended, all }: { ended: number; all: number }): void => {
    if (isPuttingBack || ended < all) return;
    isPuttingBack = true;
    rmSync(journal, { recursive: true });
    writeFileSync(journal, '');
  };
  const target = await gateTarget({ configuration });
  const { result } = await performRun({ ...planned, target }, { onProgress });
  expect(result.putBack.map(({ kind }) => kind)).toContain('left-changed');
  expect(result.journalTrouble).toMatch(/cannot be written \(ENOTDIR\)/);
});
