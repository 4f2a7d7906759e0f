import { Failure } from '../gate/failure.ts';
import type { GateTarget } from '../gate/gate-target.ts';
import { demoTarget } from '../proof/demo-target.ts';
import type { Addressing } from '../reference/addressing.ts';
import type { Operation } from '../reference/app.ts';
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

/** How the reference implementation is reached and operated. */
export interface ReferenceSettings {
  /** Which organisation requests are addressed to. */
  readonly addressing: Addressing;
  readonly operation?: Operation;
}

/** The reference implementation with the data of its organisation. */
export interface OpenedReference {
  readonly reference: Reference;
  /** A user of the organisation, where it was not there before: nobody has a key of it that is secret. */
  readonly newUser: string | undefined;
}

/**
 * Opens the reference implementation of an interface, with the data of an organisation of the fixtures.
 * @param database - a SQLite file, `:memory:`, or the URL of a PostgreSQL database
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
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
  const stored = await seedDemo(reference.store, demo);
  const own = stored.find(({ subDomain }) => subDomain === organisation);
  return { reference, demo, newUser: own?.users[0]?.id };
}

/**
 * Opens it with an organisation that has this sub-domain: if there is none, with a new one of one user.
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
 */
export async function openedWithOwn(
  specification: Specification,
  database: string,
  subDomain: string,
  settings: ReferenceSettings,
): Promise<OpenedReference> {
  const reference = await openedWithout(specification, database, settings);
  const creation = await reference.store.createOrganisation({ subDomain }, {});
  return { reference, newUser: creation.kind === 'created' ? String(creation.user.id) : undefined };
}

/**
 * Opens it with nothing but what its database has.
 * @throws {Failure} `PACKAGE_MISSING` as `loadReference` does
 */
export async function openedWithout(
  specification: Specification,
  database: string,
  { addressing, operation }: ReferenceSettings,
): Promise<Reference> {
  const { openReference } = await loadReference();
  const options: ReferenceOptions = {
    database,
    description: specification.served,
    organisation: addressing,
    operation,
  };
  if (specification === bundled) return openReference(options);
  const { answersAsDescribed, changeableAsDescribed } = await import('./changed-reference.ts');
  const reference = await openReference({ ...options, changeable: changeableAsDescribed(specification) });
  answersAsDescribed(specification, reference.app);
  return reference;
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
 * Loads what needs packages that are not installed with this one.
 * @param who - what needs them, as a sentence begins with it
 * @param packages - each with its version, as npm takes them
 * @throws {Failure} `PACKAGE_MISSING` when they were left out
 */
export async function withPeers<Module>(
  load: () => Promise<Module>,
  who = 'The reference implementation',
  packages: readonly string[] = ['fastify@5', 'kysely@0.29'],
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    const names = packages.map((one) => one.replace(/@[^@]*$/, ''));
    const are = names.length === 1 ? 'is' : 'are';
    throw new Failure(
      'PACKAGE_MISSING',
      `${who} needs the ${names.length === 1 ? 'package' : 'packages'} ${names.join(' and ')}, which ${are} not installed with it. Run npm install --save-dev ${packages.join(' ')}.`,
      { cause },
    );
  }
}
