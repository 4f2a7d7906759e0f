import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Demo, OrganisationName } from '../../reference/demo.ts';
import type { Reference } from '../../reference/reference.ts';
import { named } from '../../report/quoted.ts';
import type { Specification } from '../../specification/specification.ts';
import {
  baseUrl as base,
  configuration as config,
  flag,
  hostName,
  option,
  overlay,
  port,
  spec,
  subDomain,
  usually,
} from '../arguments.ts';
import { command } from '../command.ts';
import { databaseNamed, databaseOption, inMemory } from '../database.ts';
import type { OpenedReference, ReferenceSettings } from '../opened-reference.ts';
import { ProgramFailure } from '../program-failure.ts';
import { rerunCommand, startOfCommand } from '../rerun.ts';
import { noticesTo, sourceOptions, type Terminal } from '../terminal.ts';
import { firstToken } from './serve/first-token.ts';
import { graceMsOf, managementOf, operationOf, operationOptions } from './serve/operation.ts';
import type { StubCall } from './serve/stub.ts';
import { stubContradiction, stubOptions } from './serve/stub-options.ts';

/** The files of each organisation of the fixtures: its tokens, cases and clients, and the configuration that tests it. */
const files = {
  demo: { data: 'demo.json', configuration: 'conformance.config.json' },
  realistic: { data: 'realistic.json', configuration: 'realistic.config.json' },
} as const satisfies Readonly<Record<OrganisationName, unknown>>;

/** Runs the reference implementation as the host of an organisation, until SIGINT or SIGTERM. */
export const serve = command({
  options: {
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
  },
  example: 'case-conformance serve --port 8080 --database demo.sqlite',

  contradiction(given) {
    const { force, statesPort, organisation } = given;
    // There is nothing else that would be forced.
    if (force === true && statesPort === undefined)
      return "option '--force' needs '--provider-states [port]'";
    const ofFixtures = "needs '--organisation <name>' to be demo or realistic";
    // The states are about its users and tokens.
    if (statesPort !== undefined && !isOfFixtures(organisation))
      return `option '--provider-states [port]' ${ofFixtures}`;
    if (given.stub === true && !isOfFixtures(organisation)) return `option '--stub' ${ofFixtures}`;
    return stubContradiction(given);
  },

  async run(
    { port, organisation, domain, database = inMemory, statesPort, force = false, ...given },
    terminal,
  ) {
    const { readSpecification } = await import('../../gate/descriptions/read-specification.ts');
    const specification = await readSpecification({ ...given, ...sourceOptions(terminal) });
    const tell = noticesTo(terminal);
    if (given.stub === true && isOfFixtures(organisation)) {
      await serveStub({ port, organisation, specification, ...given }, terminal);
      return 0;
    }
    if (statesPort !== undefined && !force) refuseKept(database);
    const { reference, newUser, demo } = await openedAt(database, specification, organisation, {
      addressing: domain === undefined ? organisation : { domain },
      operation: await operationOf(given, terminal),
    });
    try {
      const stateUrl = demo && (await stateUrlOf(reference, demo, organisation, statesPort));
      const management = await managementOf(reference, given.managementPort);
      const managementUrl =
        management && (await listening(management, given.managementPort ?? 0, '--management-port'));
      const baseUrl = await listening(reference, port, '--port');
      const organisationUrl = domain === undefined ? baseUrl : withHost(baseUrl, `${organisation}.${domain}`);
      const own = isOfFixtures(organisation) ? files[organisation] : undefined;
      const configuration = own && fixture(own.configuration);
      // Before it is told that it answers: whoever reads that may end it.
      const ended = firstSignal();
      tell(`The reference implementation answers at ${baseUrl} until it is interrupted.`);
      if (domain !== undefined)
        tell(`It answers each organisation at its own host, such as ${organisationUrl}.`);
      if (own !== undefined) tell(`Its tokens, cases and clients: ${fixture(own.data)}`);
      // In memory, the published tokens of the fixtures are enough.
      if (newUser !== undefined && (own === undefined || isKept(database)))
        tell(await firstToken({ store: reference.store, database, organisation, userId: newUser }, terminal));
      const called = { ...given, config: configuration, baseUrl: organisationUrl };
      const { environment } = terminal;
      tell(
        `To test it: ${rerunCommand('check', { spec, overlay, config, baseUrl: base }, called, environment)}`,
      );
      if (stateUrl !== undefined) {
        tell(`Its data can be changed by anyone on this machine, at ${stateUrl}.`);
        tell(
          `To verify it: ${startOfCommand(environment).join(' ')} verify --provider-url ${organisationUrl} --state-url ${stateUrl} --config ${configuration}`,
        );
      }
      if (given.docPage === true) tell(`To read its description: ${organisationUrl}/doc`);
      if (managementUrl !== undefined)
        tell(`Its health: ${managementUrl}/health, ${managementUrl}/ready and ${managementUrl}/metrics`);
      await ended;
      return 0;
    } finally {
      await reference.close(graceMsOf(given));
    }
  },
});

function isOfFixtures(organisation: string): organisation is OrganisationName {
  return Object.hasOwn(files, organisation);
}

function isKept(database: string): boolean {
  return databaseNamed(database) !== inMemory;
}

/** Serves a stub until SIGINT or SIGTERM. */
async function serveStub(
  {
    port,
    seed = randomInt(2 ** 31),
    ...call
  }: Omit<StubCall, 'seed'> & { port: number; seed?: number | undefined },
  terminal: Terminal,
): Promise<void> {
  const tell = noticesTo(terminal);
  const { openStub } = await import('./serve/stub.ts');
  const { listen, organisation, sentences, checkedWith } = await openStub({ ...call, seed });
  const running = await onPort(listen, port, '--port');
  try {
    const { baseUrl } = running;
    const ended = firstSignal();
    tell(`The stub answers at ${baseUrl} until it is interrupted.`);
    tell(`Its tokens, cases and clients: ${fixture(files[organisation].data)}`);
    for (const sentence of sentences) tell(sentence);
    const called = { ...call, config: fixture(files[organisation].configuration), baseUrl };
    const again = rerunCommand(
      'check',
      { spec, overlay, config, baseUrl: base },
      called,
      terminal.environment,
    );
    tell(`To test it: ${[again, ...checkedWith].join(' ')}`);
    await ended;
  } finally {
    await running.close();
  }
}

/** @throws {ProgramFailure} `DATABASE_AT_RISK` when the database keeps its data */
function refuseKept(database: string): void {
  if (!isKept(database)) return;
  throw new ProgramFailure(
    'DATABASE_AT_RISK',
    `The database ${named(database)} keeps its data, which --provider-states lets anyone on this machine change. Leave --database out, or add --force if the data may be lost.`,
  );
}

function withHost(url: string, host: string): string {
  return url.replace(/^http:\/\/[^:]+/, `http://${host}`);
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
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

/** Waits for a signal to end. Another one ends the process at once. */
async function firstSignal(): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const signals = (['SIGINT', 'SIGTERM'] as const).map((name) => once(process, name, { signal }));
  await Promise.race(signals);
  waiting.abort();
  await Promise.allSettled(signals);
}

/** Opens the endpoint of provider states where one is asked for; it ends with the reference. */
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

function listening(
  server: { listen(port: number): Promise<string> },
  port: number,
  option: '--port' | '--provider-states' | '--management-port',
): Promise<string> {
  return onPort((wanted) => server.listen(wanted), port, option);
}

async function onPort<Listening>(
  listen: (port: number) => Promise<Listening>,
  port: number,
  option: '--port' | '--provider-states' | '--management-port',
): Promise<Listening> {
  try {
    return await listen(port);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause;
    throw new ProgramFailure(
      'PORT_NOT_FREE',
      `Port ${port} of 127.0.0.1 cannot be used. Name another with ${option}.`,
      { cause },
    );
  }
}
