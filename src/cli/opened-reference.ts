import type { Addressing } from '../reference/addressing.ts';
import type { Operation } from '../reference/app.ts';
import type { Demo, OrganisationName } from '../reference/demo.ts';
import type { Reference } from '../reference/reference.ts';
import type { Store } from '../reference/store.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { failedIn, openedStore } from './database.ts';
import { withPeers } from './optional-packages.ts';

/** How the reference implementation is reached and operated. */
export interface ReferenceSettings {
  /** Which organisation requests are addressed to. */
  readonly addressing: Addressing;
  readonly operation?: Operation;
}

/** The reference implementation with the data of its organisation. */
export interface OpenedReference {
  readonly reference: Reference;
  /** A user of the organisation, where nobody has a key of it that is secret: it was not there before, or was given none. */
  readonly keylessUser: string | undefined;
}

/**
 * Opens the reference implementation of an interface, with the data of an organisation of the fixtures.
 * @param database - as a call names it, or `:memory:`
 * @throws {Failure} `SUB_DOMAIN_TAKEN`, or as `openedStore` does
 */
export async function openedReference(
  specification: Specification,
  database: string,
  organisation: OrganisationName = 'demo',
  settings: ReferenceSettings = { addressing: organisation },
): Promise<OpenedReference & { readonly demo: Demo }> {
  const { readDemo, seedDemo } = await loadReference();
  const plain = await readDemo(organisation);
  const demo =
    specification === bundled
      ? plain
      : (await import('./changed-reference.ts')).demoAsDescribed(specification, plain);
  const reference = await openedWithout(specification, database, settings);
  const stored = await orClosed(reference, database, seedDemo(reference.store, demo));
  const own = stored.find(({ subDomain }) => subDomain === organisation);
  return { reference, demo, keylessUser: own?.users[0]?.id };
}

/**
 * Opens it with an organisation that has this sub-domain: if there is none, with a new one of one user.
 * @throws {Failure} as `openedStore` does
 */
export async function openedWithOwn(
  specification: Specification,
  database: string,
  subDomain: string,
  settings: ReferenceSettings,
): Promise<OpenedReference> {
  const reference = await openedWithout(specification, database, settings);
  const { store } = reference;
  return { reference, keylessUser: await orClosed(reference, database, keylessUserOf(store, subDomain)) };
}

/** A user of the organisation, which is made where there is none; undefined where it has a key. */
async function keylessUserOf(store: Store, subDomain: string): Promise<string | undefined> {
  const creation = await store.createOrganisation({ subDomain }, {});
  if (creation.kind === 'created') return String(creation.user.id);
  // A start that failed, as on a port that was taken, has shown no token.
  const keys = await store.listKeys(subDomain);
  return keys.length === 0 ? (await store.usersOf(subDomain))?.[0] : undefined;
}

/**
 * Opens it with nothing but what its database has.
 * @throws {Failure} as `openedStore` does
 */
export async function openedWithout(
  specification: Specification,
  database: string,
  { addressing, operation }: ReferenceSettings,
): Promise<Reference> {
  const { openReferenceOn } = await loadReference();
  const options = { description: specification.served, organisation: addressing, operation };
  const store = await openedStore(database);
  if (specification === bundled) return openReferenceOn(store, options);
  const { answersAsDescribed, changeableAsDescribed } = await import('./changed-reference.ts');
  const changeable = changeableAsDescribed(specification);
  const reference = await openReferenceOn(store, { ...options, changeable });
  answersAsDescribed(specification, reference.app);
  return reference;
}

/** What comes of the work with its database. Where that fails, it is closed: a connection would keep the process alive. */
async function orClosed<Value>(reference: Reference, database: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    await reference.close();
    throw failedIn(database, cause as Error);
  }
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
