import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { demoTarget } from '../proof/demo-target.ts';
import { checksOf } from '../src/checks/all.ts';
import { openJournal } from '../src/conformance/put-back/journal-folder.ts';
import { run } from '../src/conformance/run.ts';
import { records } from '../src/generation/records.ts';
import { openTransport } from '../src/http/transport.ts';
import { readDemo } from '../src/reference/demo.ts';
import type { JsonObject } from '../src/reference/json.ts';
import { openSeededReference } from '../src/reference/reference.ts';
import { bundled } from '../src/specification/bundled.ts';
import { temporaryFolder } from '../test/unit/cli/support.ts';
import { slowSampling } from './sampling.ts';

// With any clients, the checks of `updateClient` find no deviation in the reference, and leave the clients unchanged.

/** Realistic and hostile client records. Each has an identifier, since a service finds a client by it. */
const clients = fc
  .tuple(fc.oneof(records({ type: 'Client' }), records({ type: 'Client', texts: 'hostile' })), fc.uuid())
  .map(([record, id]): JsonObject & { id: string } => ({ ...(record as JsonObject), id }));

test('The checks of changes find nothing wrong with the reference, and leave every client as it was', async () => {
  const demo = await readDemo();
  const ownId = demo.organisations[0]?.id ?? '';
  const reference = await openSeededReference(demo, bundled.description);
  onTestFinished(() => reference.close());
  const url = await reference.listen(0);
  const { target, tokens, transport: options } = demoTarget(demo, url);
  const transport = openTransport(options);
  onTestFinished(() => transport.close());
  const folder = await temporaryFolder();
  const several = fc.uniqueArray(clients, { selector: ({ id }) => id, minLength: 1, maxLength: 2 });
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(several, async (own) => {
      await reference.store.addClients(own.map((record) => ({ organisationId: ownId, record })));
      const { results, suiteFaults } = await run({
        ...{ specification: bundled, tokens, transport, concurrency: options.concurrency },
        target: { ...target, clients: own.map(({ id }) => id), writes: 'restore' },
        checks: checksOf(bundled).filter(({ operation }) => operation === 'updateClient'),
        seed: 1,
        runs: 3,
        journal: openJournal(folder, url),
      });
      expect(suiteFaults).toEqual([]);
      expect(results.flatMap(({ findings }) => findings)).toEqual([]);
      expect(await Promise.all(own.map(({ id }) => reference.store.readClient(ownId, id)))).toEqual(own);
      expect(await readdir(folder)).toEqual([]);
      passed += results.filter(({ verdict }) => verdict === 'pass').length;
    }),
    slowSampling(3),
  );
  // Clients with few fields allow few checks, so not every check passes.
  expect(passed).toBeGreaterThan(30);
});
