import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDemo, seedDemo } from '../src/reference/demo.ts';
import type { JsonObject } from '../src/reference/json.ts';
import { parsedRecord } from '../src/reference/store/kept-record.ts';
import { openStore, type Store } from '../src/reference/store.ts';
import { temporaryFolder } from '../test/unit/cli/support.ts';
import { sampling } from './sampling.ts';

// The merged record of a case is kept beside its sources, and what was read of a file as long as nothing changes in it:
// whatever changes a source, in this process or another, it shows at once, or not at all.

const { organisations } = await readDemo();
const owners = organisations.map(({ id }) => id);
const empty = { organisations: organisations.map((one) => ({ ...one, cases: [], clients: [] })) };

/** A case as it must be shown, and the names of its enquiry tasks, completed or not. */
interface Expected {
  readonly owner: string;
  readonly record: JsonObject;
  readonly tasks: readonly string[];
}

/** A change of a case: what it is to be then, or `undefined` where the change must be refused. */
interface Change {
  readonly caseId: string;
  readonly make: (store: Store) => Promise<unknown>;
  readonly expected: (present: Expected | undefined) => { now: Expected | undefined } | undefined;
}

const caseIds = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const caseId = fc.constantFrom(...caseIds);
const owner = fc.constantFrom(...owners);
const name = fc.constantFrom('first', 'second', '__proto__');
const value = fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<JsonObject>;
const forms = fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true });
const fields = fc.record(
  {
    caseType: fc.constantFrom('Sale', 'Purchase'),
    reference: fc.string(),
    price: fc.integer(),
    address: fc.record({ line_1: fc.string() }),
    location: fc.record({ latitude: fc.integer(), longitude: fc.integer() }),
    TA6: value,
    EnquiryForms: forms,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const replacement = fc.tuple(caseId, owner, fields).map(([caseId, owner, fields]): Change => {
  const record = { ...fields, caseId } as JsonObject;
  const tasks = Object.keys(fields.EnquiryForms ?? {});
  return {
    caseId,
    make: (store) => store.replaceCase(caseId, { organisationId: owner, record }),
    expected: () => ({ now: { owner, record, tasks } }),
  };
});

const removal = caseId.map((caseId): Change => {
  return {
    caseId,
    make: (store) => store.replaceCase(caseId, undefined),
    expected: () => ({ now: undefined }),
  };
});

const enquiry = fc.tuple(caseId, name, fc.boolean(), value).map(([caseId, name, completed, form]): Change => {
  return {
    caseId,
    make: (store) => store.addEnquiries(caseId, [{ name, completed, form }]),
    expected: (present) => {
      if (present === undefined || present.tasks.includes(name)) return undefined;
      const EnquiryForms = { ...(present.record.EnquiryForms as JsonObject), [name]: form };
      const record = completed ? { ...present.record, EnquiryForms } : present.record;
      return { now: { ...present, record, tasks: [...present.tasks, name] } };
    },
  };
});

/** The same change in a transaction that fails after it. */
const interrupted = (change: Change): Change => ({
  caseId: change.caseId,
  make: (store) =>
    store.transaction(async (transaction) => {
      await change.make(transaction);
      throw new Error('interrupted');
    }),
  expected: () => undefined,
});

const change = fc.oneof(replacement, removal, enquiry, enquiry);
const changes = fc.array(
  fc.tuple(
    fc.oneof({ weight: 4, arbitrary: change }, change.map(interrupted)),
    fc.constantFrom<'one' | 'another'>('one', 'another'),
  ),
  { minLength: 1, maxLength: 12 },
);

test('a case is shown as its sources are, after any changes of them', async () => {
  const file = join(await temporaryFolder(), 'cases.sqlite');
  // Each with a connection of its own, as two processes have.
  const stores = { one: await openStore(file), another: await openStore(file) };
  await seedDemo(stores.one, empty);
  await fc.assert(
    fc.asyncProperty(changes, async (series) => {
      for (const id of caseIds) await stores.one.replaceCase(id, undefined);
      const present = new Map<string, Expected>();
      for (const [{ caseId, make, expected }, by] of series) {
        const outcome = expected(present.get(caseId));
        if (outcome === undefined) await expect(make(stores[by])).rejects.toThrow();
        else await make(stores[by]);
        if (outcome?.now !== undefined) present.set(caseId, outcome.now);
        else if (outcome !== undefined) present.delete(caseId);
        for (const store of [stores[by], ...Object.values(stores)]) {
          for (const id of caseIds) {
            for (const one of owners) {
              const { owner, record } = present.get(id) ?? {};
              expect(await shown(store, one, id)).toEqual(owner === one ? asJson(record) : undefined);
            }
          }
        }
      }
    }),
    sampling(60),
  );
  for (const store of Object.values(stores)) await store.close();
});

async function shown(store: Store, owner: string, caseId: string): Promise<unknown> {
  const kept = await store.readCase(owner, caseId);
  return kept && parsedRecord(kept);
}

/** As JSON writes it: there is no zero below zero. */
function asJson(record: unknown): unknown {
  return JSON.parse(JSON.stringify(record));
}
