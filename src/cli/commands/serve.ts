import { Failure } from '../../gate/failure.ts';
import type { Demo } from '../../reference/demo.ts';
import type { Reference } from '../../reference/reference.ts';
import { named } from '../../report/quoted.ts';
import {
  descriptionOptions,
  flag,
  fraction,
  hostName,
  milliseconds,
  option,
  origin,
  pathOfRecord,
  port,
  subDomain,
  type TypedOption,
  wholeNumber,
  withDefault,
} from '../arguments.ts';
import { command } from '../command.ts';
import { databaseNamed, databaseOption, inMemory } from '../database.ts';
import type { ReferenceSettings } from '../opened-reference.ts';
import { specificationOf } from '../terminal.ts';
import { announce, firstToken, isOfFixtures } from './serve/announcements.ts';
import {
  defaultGraceSeconds,
  listening,
  managementUrlOf,
  operationOf,
  operationOptions,
} from './serve/operation.ts';

const options = {
  ...descriptionOptions,
  port: withDefault(option('--port <number>', 'the port of 127.0.0.1', port), 8080),
  organisation: withDefault(
    option(
      '--organisation <name>',
      'the organisation to serve: demo, realistic, or a sub-domain of your own, which is created if missing',
      subDomain,
    ),
    'demo',
  ),
  domain: option(
    '--domain <name>',
    'answer each organisation of the database at its own host below it, such as demo.<name>',
    hostName,
  ),
  database: databaseOption,
  statesPort: option(
    '--provider-states [port]',
    'let a verifier change the data, on a separate port',
    port,
  ).preset('8081'),
  ...operationOptions,
  force: flag('--force', 'allow --provider-states with a --database that keeps the data'),
  stub: flag('--stub', 'answer with generated records, and keep nothing').conflicts([
    ...['database', 'domain', 'providerStates', 'managementPort', 'log', 'grace', 'docPage', 'rateLimit'],
    ...['bodyLimit', 'pageSize'],
  ]),
  arbitrary: flag('--arbitrary', 'with --stub: answer each request with another valid record'),
  edgeCases: flag('--edge-cases', 'with --stub: show records that are legal but look wrong'),
  seed: option('--seed <number>', 'with --stub: show the same records and errors again', wholeNumber),
  path: option(
    '--path <path>',
    'with --stub: show this record in each answer; the header Stub-Path gives its path',
    pathOfRecord,
  ),
  // Options about records are refused: a fault is served with the records for which it was written.
  broken: option('--broken <fault>', 'with --stub: a service with this fault of docs/faults.md').conflicts([
    ...['spec', 'overlay', 'arbitrary', 'edgeCases', 'path'],
  ]) as TypedOption<string | undefined>,
  cors: option('--cors <origin>', 'with --stub: let pages of this origin call it, or of any (*)', origin),
  latency: option('--latency <ms>', 'with --stub: delay each answer', milliseconds),
  errorRate: option('--error-rate <share>', 'with --stub: the share of requests answered 503', fraction),
};

export const serve = command({
  options,
  example: 'case-conformance serve --port 8080 --database demo.sqlite',

  needs: {
    force: ['statesPort'],
    ...{ arbitrary: ['stub'], edgeCases: ['stub'], seed: ['stub'], path: ['stub', 'seed'] },
    ...{ broken: ['stub'], cors: ['stub'], latency: ['stub'], errorRate: ['stub'] },
  },

  contradiction({ statesPort, stub, organisation }) {
    if (isOfFixtures(organisation)) return undefined;
    // Provider states and stubs need the users and tokens of the fixtures.
    const [given] = [
      ...(statesPort === undefined ? [] : ['--provider-states [port]']),
      ...(stub === true ? ['--stub'] : []),
    ];
    return given && `option '${given}' needs '--organisation <name>' to be demo or realistic`;
  },

  async run(
    { port, organisation, domain, database = inMemory, statesPort, force = false, ...given },
    terminal,
  ) {
    const specification = await specificationOf(given, terminal);
    if (given.stub === true && isOfFixtures(organisation)) {
      const { serveStub } = await import('./serve/stub.ts');
      await serveStub({ port, organisation, specification, ...given }, terminal);
      return 0;
    }
    if (statesPort !== undefined && !force) refusePersistent(database);
    const { openedReference, openedWithOrganisation } = await import('../opened-reference.ts');
    const settings: ReferenceSettings = {
      organisation: domain === undefined ? organisation : { domain },
      operation: await operationOf(given, terminal),
    };
    const { reference, keylessUser, demo } = isOfFixtures(organisation)
      ? await openedReference(specification, database, organisation, settings)
      : await openedWithOrganisation(specification, database, organisation, settings);
    try {
      const stateUrl = demo && (await stateUrlOf(reference, demo, organisation, statesPort));
      const managementUrl = await managementUrlOf(reference, given.managementPort);
      const baseUrl = await listening(reference, port, '--port');
      // The fixtures have published tokens, which suffice unless the database is persistent.
      const token =
        keylessUser !== undefined && (demo === undefined || isPersistent(database))
          ? await firstToken(
              { store: reference.store, database, organisation, userId: keylessUser },
              terminal,
            )
          : undefined;
      const urls = { baseUrl, stateUrl, managementUrl };
      const notes = token === undefined ? [] : [token];
      const service = 'reference implementation';
      await announce({ ...given, service, organisation, domain, ...urls, notes }, terminal);
      return 0;
    } finally {
      await reference.close((given.grace ?? defaultGraceSeconds) * 1_000);
    }
  },
});

function isPersistent(database: string): boolean {
  return databaseNamed(database) !== inMemory;
}

/** Refuses a persistent database, whose data provider states would overwrite. */
function refusePersistent(database: string): void {
  if (!isPersistent(database)) return;
  throw new Failure(
    'DATABASE_AT_RISK',
    `The database ${named(database)} keeps its data, which --provider-states lets anyone on this machine change. Leave --database out, or add --force if the data may be lost.`,
  );
}

async function stateUrlOf(
  { app, store }: Reference,
  demo: Demo,
  organisation: string,
  port: number | undefined,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const { openStateServer } = await import('../../reference/provider-states.ts');
  const states = openStateServer({ store, demo, organisation });
  app.addHook('onClose', () => states.close());
  return listening(states, port, '--provider-states');
}
