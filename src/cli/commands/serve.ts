import { Failure } from '../../gate/failure.ts';
import type { Demo } from '../../reference/demo.ts';
import type { Reference } from '../../reference/reference.ts';
import { named } from '../../report/quoted.ts';
import type { Specification } from '../../specification/specification.ts';
import { flag, hostName, option, overlay, port, spec, subDomain, usually } from '../arguments.ts';
import { command } from '../command.ts';
import { databaseNamed, databaseOption, inMemory } from '../database.ts';
import type { OpenedReference, ReferenceSettings } from '../opened-reference.ts';
import { firstSignal } from '../signals.ts';
import { noticesTo, specificationOf } from '../terminal.ts';
import { firstToken, isOfFixtures, sentencesOn } from './serve/announcements.ts';
import { graceMsOf, listening, managementOf, operationOf, operationOptions } from './serve/operation.ts';
import { stubContradiction, stubOptions } from './serve/stub.ts';

const options = {
  spec,
  overlay,
  port: usually(option('--port <number>', 'the port of 127.0.0.1', port), 8080),
  organisation: usually(
    option(
      '--organisation <name>',
      'whose service it is: demo, realistic, or the sub-domain of your own, which is made where there is none',
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
    'let a verifier change the data, at a port of its own',
    port,
  ).preset('8081'),
  ...operationOptions,
  force: flag('--force', 'with --provider-states, also where --database keeps the data'),
  ...stubOptions,
};

/** Runs the reference implementation as the host of an organisation, until SIGINT or SIGTERM. */
export const serve = command({
  options,
  example: 'case-conformance serve --port 8080 --database demo.sqlite',

  contradiction(given) {
    const { force, statesPort, organisation } = given;
    // `--force` has no other effect.
    if (force === true && statesPort === undefined)
      return "option '--force' needs '--provider-states [port]'";
    const ofFixtures = "needs '--organisation <name>' to be demo or realistic";
    // The states are about the users and tokens of the fixtures.
    if (statesPort !== undefined && !isOfFixtures(organisation))
      return `option '--provider-states [port]' ${ofFixtures}`;
    if (given.stub === true && !isOfFixtures(organisation)) return `option '--stub' ${ofFixtures}`;
    return stubContradiction(given, options);
  },

  async run(
    { port, organisation, domain, database = inMemory, statesPort, force = false, ...given },
    terminal,
  ) {
    const specification = await specificationOf(given, terminal);
    const tell = noticesTo(terminal);
    if (given.stub === true && isOfFixtures(organisation)) {
      const { serveStub } = await import('./serve/stub.ts');
      await serveStub({ port, organisation, specification, ...given }, terminal);
      return 0;
    }
    if (statesPort !== undefined && !force) refuseKept(database);
    const { reference, keylessUser, demo } = await openedAt(database, specification, organisation, {
      addressing: domain === undefined ? organisation : { domain },
      operation: await operationOf(given, terminal),
    });
    try {
      const stateUrl = demo && (await stateUrlOf(reference, demo, organisation, statesPort));
      const management = await managementOf(reference, given.managementPort);
      const managementUrl =
        management && (await listening(management, given.managementPort ?? 0, '--management-port'));
      const baseUrl = await listening(reference, port, '--port');
      // In memory, the published tokens of the fixtures are enough.
      const token =
        keylessUser !== undefined && (demo === undefined || isKept(database))
          ? await firstToken(
              { store: reference.store, database, organisation, userId: keylessUser },
              terminal,
            )
          : undefined;
      // Before the service is announced: a reader of the announcement may end it at once.
      const ended = firstSignal();
      const urls = { baseUrl, stateUrl, managementUrl };
      const served = { ...given, organisation, domain, ...urls, firstToken: token };
      for (const sentence of sentencesOn(served, terminal.environment)) tell(sentence);
      await ended;
      return 0;
    } finally {
      await reference.close(graceMsOf(given));
    }
  },
});

function isKept(database: string): boolean {
  return databaseNamed(database) !== inMemory;
}

/** @throws {Failure} `DATABASE_AT_RISK` if the database is persistent */
function refuseKept(database: string): void {
  if (!isKept(database)) return;
  throw new Failure(
    'DATABASE_AT_RISK',
    `The database ${named(database)} keeps its data, which --provider-states lets anyone on this machine change. Leave --database out, or add --force if the data may be lost.`,
  );
}

async function openedAt(
  database: string,
  specification: Specification,
  organisation: string,
  settings: ReferenceSettings,
): Promise<OpenedReference & { readonly demo?: Demo }> {
  const { openedReference, openedWithOwn } = await import('../opened-reference.ts');
  return isOfFixtures(organisation)
    ? openedReference(specification, database, organisation, settings)
    : openedWithOwn(specification, database, organisation, settings);
}

/** Opens the endpoint for provider states if requested; it closes with the reference. */
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
