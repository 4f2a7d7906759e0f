import { demoTarget } from '../../proof/demo-target.ts';
import type { GateTarget } from '../gate/target.ts';
import type { OrganisationName } from '../reference/demo.ts';
import type { Reference, ReferenceOptions } from '../reference/reference.ts';
import type { Store } from '../reference/store.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { failedIn, inMemory, openDatabase } from './database.ts';
import { embeddedTarget } from './rerun.ts';

export type ReferenceSettings = Pick<ReferenceOptions, 'organisation' | 'operation'>;

export async function openedReference(
  specification: Specification,
  database: string,
  organisation: OrganisationName = 'demo',
  settings: ReferenceSettings = { organisation },
) {
  const { readDemo, seedDemo } = await loadReference();
  const plain = await readDemo(organisation);
  const demo =
    specification === bundled
      ? plain
      : (await import('./changed-reference.ts')).demoAsDescribed(specification, plain);
  const reference = await openedOnDatabase(specification, database, settings);
  const stored = await closingOnError(reference, database, seedDemo(reference.store, demo));
  const own = stored.find(({ subDomain }) => subDomain === organisation);
  return { reference, demo, keylessUser: own?.users[0]?.id };
}

export async function openedWithOrganisation(
  specification: Specification,
  database: string,
  subDomain: string,
  settings: ReferenceSettings,
) {
  const reference = await openedOnDatabase(specification, database, settings);
  const { store } = reference;
  return {
    ...{ reference, demo: undefined },
    keylessUser: await closingOnError(reference, database, keylessUserOf(store, subDomain)),
  };
}

/** A user without a key in the organisation, which is created if missing. Undefined if the organisation has a key. */
async function keylessUserOf(store: Store, subDomain: string): Promise<string | undefined> {
  const creation = await store.createOrganisation({ subDomain }, {});
  if (creation !== undefined) return String(creation.user.id);
  // The organisation may exist without a key if an earlier start failed before it printed a token.
  const keys = await store.listKeys(subDomain);
  return keys.length === 0 ? (await store.usersOf(subDomain))?.[0] : undefined;
}

export async function openedOnDatabase(
  specification: Specification,
  database: string,
  settings: ReferenceSettings,
): Promise<Reference> {
  const { openReference } = await loadReference();
  const options = { description: specification.served, ...settings };
  const store = await openDatabase(database);
  if (specification === bundled) return openReference(store, options);
  const { answersAsDescribed, changeableAsDescribed } = await import('./changed-reference.ts');
  const changeable = changeableAsDescribed(specification);
  const reference = await openReference(store, { ...options, changeable });
  answersAsDescribed(specification, reference.app);
  return reference;
}

/** Closes the reference if the work fails, since an open connection would keep the process alive. */
async function closingOnError<Value>(
  reference: Reference,
  database: string,
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    await reference.close();
    throw failedIn(database, cause as Error);
  }
}

export async function loadReference() {
  return { ...(await import('../reference/reference.ts')), ...(await import('../reference/demo.ts')) };
}

export async function startEmbedded(specification: Specification = bundled) {
  const { reference, demo } = await openedReference(specification, inMemory);
  const target = demoTarget(demo, await reference.listen(0), specification);
  // A fixed name, since the port differs in each run.
  const named: GateTarget = { ...target, name: embeddedTarget };
  return { target: named, close: () => reference.close() };
}
