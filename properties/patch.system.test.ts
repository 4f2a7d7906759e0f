import { readdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoTarget } from '../proof/demo-target.ts';
import { checksOf } from '../src/checks/all.ts';
import { openJournal } from '../src/conformance/put-back/journal-folder.ts';
import { run } from '../src/conformance/run.ts';
import {
  coveringEdgeCaseRecords,
  coveringInvalidRecords,
  coveringRecords,
  invalidRecords,
  records,
} from '../src/generation/records.ts';
import { openTransport } from '../src/http/transport.ts';
import { readDemo } from '../src/reference/demo.ts';
import { bundled } from '../src/specification/bundled.ts';
import { temporaryFolder } from '../test/unit/cli/support.ts';
import { sampling, slowSampling } from './sampling.ts';
import { withReference } from './started-reference.ts';

// A change of a client changes what it names and nothing else, and an invalid one changes nothing at all.

type JsonRecord = Readonly<Record<string, unknown>>;

/** A client record with an identifier, without which no service can find it. */
type Client = JsonRecord & { readonly id: string };

/** A change of a client, and the client before and after it. */
interface Step {
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

test('A change sets what it names, leaves everything else, and is answered with the resulting record', () =>
  fc.assert(
    fc.asyncProperty(clients(), severalOf(changes()), async (client, bodies) => {
      for (const { body, status, answer, before, after } of await stepsOf(client, bodies)) {
        // An address takes the place of the whole address.
        expect(after).toEqual({ ...before, ...(body as JsonRecord) });
        expect({ status, answer }).toEqual({ status: 200, answer: after });
      }
    }),
    sampling(40),
  ));

test('A change that merely looks wrong is taken', async () => {
  const edgeCases = coveringEdgeCaseRecords({ type: 'ClientPatch' }, 1).map(({ record }) => record);
  const steps = await stepsOf(aClient, edgeCases);
  expect(steps.filter(({ status }) => status !== 200)).toEqual([]);
});

describe('an invalid change is refused, and changes nothing', () => {
  const isWithoutEffect = ({ status, before, after }: Step): boolean =>
    status >= 400 && status <= 499 && isDeepStrictEqual(after, before);

  test('whatever is wrong with it', async () => {
    const wrong = coveringInvalidRecords({ type: 'ClientPatch' }, 1).map(({ record }) => record);
    const steps = await stepsOf(aClient, wrong);
    expect(steps.filter((step) => !isWithoutEffect(step))).toEqual([]);
  });

  test('of any client', async () => {
    const wrong = fc.oneof(
      invalidRecords({ type: 'ClientPatch' }),
      invalidRecords({ type: 'ClientPatch', texts: 'hostile' }),
    );
    await fc.assert(
      fc.asyncProperty(clients(), severalOf(wrong), async (client, several) => {
        const bodies = several.map(({ record }) => record);
        return (await stepsOf(client, bodies)).every(isWithoutEffect);
      }),
      sampling(20),
    );
  });
});

test('The checks of changes find nothing wrong with the reference, and leave every client as it was', async () => {
  const several = fc.uniqueArray(clients(), { selector: ({ id }) => id, minLength: 1, maxLength: 2 });
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(several, async (own) => {
      const { results, suiteFaults, after, kept } = await checkedChanges(own);
      expect(suiteFaults).toEqual([]);
      expect(results.flatMap(({ findings }) => findings)).toEqual([]);
      expect(after).toEqual(own);
      expect(kept).toEqual([]);
      passed += results.filter(({ verdict }) => verdict === 'pass').length;
    }),
    slowSampling(3),
  );
  // Of the clients that show little, little can be tried.
  expect(passed).toBeGreaterThan(50);
});

/** Client records, realistic and hostile. */
function clients(): fc.Arbitrary<Client> {
  const any = fc.oneof(records({ type: 'Client' }), records({ type: 'Client', texts: 'hostile' }));
  return fc.tuple(any, fc.uuid()).map(([record, id]) => ({ ...(record as JsonRecord), id }));
}

/** A client that shows everything. */
const aClient: Client = {
  ...(coveringRecords({ type: 'Client' }, 1)[0] as JsonRecord),
  id: '00000000-0000-4000-8000-000000000000',
};

/** Bodies of changes, realistic and hostile. */
function changes(): fc.Arbitrary<JsonRecord> {
  const any = fc.oneof(records({ type: 'ClientPatch' }), records({ type: 'ClientPatch', texts: 'hostile' }));
  return any.map((body) => body as JsonRecord);
}

function severalOf<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.array(values, { minLength: 1, maxLength: 5 });
}

/** Sends bodies as changes of a client, one after the other. */
function stepsOf(client: Client, bodies: readonly unknown[]): Promise<Step[]> {
  return withReference(async ({ addClients, readClient, change }) => {
    await addClients([client]);
    const steps: Step[] = [];
    for (const body of bodies) {
      const before = (await readClient(client.id)) as JsonRecord;
      const answer = await change(client.id, body);
      const after = (await readClient(client.id)) as JsonRecord;
      steps.push({ body, status: answer.status, answer: answer.body, before, after });
    }
    return steps;
  });
}

const demo = await readDemo();

/** What the checks of changes find of clients, each as it is after them, and the files that their journal still holds. */
function checkedChanges(own: readonly Client[]) {
  return withReference(async ({ url, addClients, readClient }) => {
    await addClients(own);
    const { target, tokens, transport: options } = demoTarget(demo, url);
    const transport = openTransport(options);
    const folder = await temporaryFolder();
    try {
      const result = await run({
        specification: bundled,
        target: { ...target, clients: own.map(({ id }) => id), writes: 'restore' },
        tokens,
        transport,
        checks: checksOf(bundled).filter(({ operation }) => operation === 'updateClient'),
        concurrency: options.concurrency,
        seed: 1,
        runs: 3,
        journal: openJournal(folder, url),
      });
      const after = await Promise.all(own.map(({ id }) => readClient(id)));
      return { ...result, after, kept: await readdir(folder) };
    } finally {
      await transport.close();
    }
  });
}
