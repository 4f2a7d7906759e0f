import { fileURLToPath } from 'node:url';
import type { Environment } from '../../../gate/environment.ts';
import type { OrganisationName } from '../../../reference/demo.ts';
import { permissions } from '../../../reference/operations.ts';
import type { Store } from '../../../reference/store.ts';
import { shellWord } from '../../../report/commands.ts';
import { named } from '../../../report/quoted.ts';
import {
  baseUrl as baseUrlOption,
  configuration as config,
  type DescriptionOptions,
  descriptionOptions,
} from '../../arguments.ts';
import { databaseNamed, inMemory } from '../../database.ts';
import { rerunCommand, startOfCommand } from '../../rerun.ts';
import { firstSignal } from '../../signals.ts';
import { linesTo, type Terminal } from '../../terminal.ts';

interface Served extends Partial<DescriptionOptions> {
  readonly service: 'reference implementation' | 'stub';
  readonly organisation: string;
  readonly domain?: string | undefined;
  readonly docPage?: boolean | undefined;
  readonly baseUrl: string;
  readonly stateUrl?: string | undefined;
  readonly managementUrl?: string | undefined;
  readonly notes: readonly string[];
  /** The options of `check` that are needed to test everything that the service has. */
  readonly checkedWith?: readonly string[];
}

export async function announce(served: Served, terminal: Terminal): Promise<void> {
  // The signal handler is set before anything is printed: a program that reads the announcement may send a signal at
  // once.
  const ended = firstSignal();
  for (const sentence of sentencesOn(served, terminal.environment)) linesTo(terminal)(sentence);
  await ended;
}

function sentencesOn(served: Served, environment: Environment): readonly string[] {
  const { service, organisation, domain, baseUrl, stateUrl, managementUrl, checkedWith = [] } = served;
  const ownUrl =
    domain === undefined ? baseUrl : baseUrl.replace(/^http:\/\/[^:]+/, `http://${organisation}.${domain}`);
  const own = isOfFixtures(organisation) ? files[organisation] : undefined;
  const check = rerunCommand(
    'check',
    { ...descriptionOptions, config, baseUrl: baseUrlOption },
    { ...served, config: own?.configuration, baseUrl: ownUrl },
    environment,
  );
  const verify = `${startOfCommand(environment).join(' ')} verify --provider-url ${ownUrl} --state-url ${stateUrl} --config ${own?.configuration}`;
  const sentences: readonly (string | false | undefined)[] = [
    `The ${service} answers at ${baseUrl} until it is interrupted.`,
    domain !== undefined && `It answers each organisation at its own host, such as ${ownUrl}.`,
    own && `Its tokens, cases and clients: ${own.data}`,
    ...served.notes,
    `To try it, with a token in CASE_API_TOKEN: curl -H "Authorization: Bearer $CASE_API_TOKEN" ${ownUrl}/api/v2/org`,
    `To test it: ${[check, ...checkedWith].join(' ')}`,
    stateUrl && `Its data can be changed by anyone on this machine, at ${stateUrl}.`,
    stateUrl && `To verify it: ${verify}`,
    served.docPage === true && `To read its description: ${ownUrl}/doc`,
    managementUrl &&
      `Its health: ${managementUrl}/health, ${managementUrl}/ready and ${managementUrl}/metrics`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}

interface WithoutToken {
  readonly store: Store;
  readonly database: string;
  readonly organisation: string;
  readonly userId: string;
}

/**
 * A sentence with a new token, or on how to create one. A token is only printed on a terminal, since other output may
 * be stored, as in the log of a container.
 */
export async function firstToken(
  { store, database, organisation, userId }: WithoutToken,
  { output, environment }: Pick<Terminal, 'output' | 'environment'>,
): Promise<string> {
  if (output.isTTY === true) {
    const { token } = await store.createKey({ userId, permissions });
    return `The first token of ${organisation}, which permits everything and is shown only now: ${token}`;
  }
  if (databaseNamed(database) === inMemory)
    return `Nobody has a token of ${organisation}, since a first one is shown on a terminal alone. Name a --database, for which keys create makes tokens.`;
  const of = ['--database', named(database), '--organisation', organisation, '--user', userId];
  const permitting = ['--permissions', permissions.join(',')];
  const words = [...startOfCommand(environment), 'keys', 'create', ...of, ...permitting];
  return `To make the first token of ${organisation}, which permits everything: ${words.map(shellWord).join(' ')}`;
}

/**
 * The files of each fixture organisation. `data` has its tokens, cases and clients. `configuration` is the
 * configuration to test it with.
 */
const files = {
  demo: { data: fixture('demo.json'), configuration: fixture('conformance.config.json') },
  realistic: { data: fixture('realistic.json'), configuration: fixture('realistic.config.json') },
} satisfies Readonly<Record<OrganisationName, unknown>>;

export function isOfFixtures(organisation: string): organisation is OrganisationName {
  return Object.hasOwn(files, organisation);
}

function fixture(name: string): string {
  return fileURLToPath(import.meta.resolve(`case-conformance/fixtures/${name}`));
}
