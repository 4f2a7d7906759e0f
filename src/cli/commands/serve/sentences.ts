import type { Environment } from '../../../gate/environment.ts';
import { baseUrl, configuration as config, overlay, spec } from '../../arguments.ts';
import { rerunCommand, startOfCommand } from '../../rerun.ts';
import { fixturesOf, isOfFixtures } from './served-fixtures.ts';

interface Served {
  readonly spec?: string | undefined;
  readonly overlay?: string | undefined;
  readonly organisation: string;
  readonly domain: string | undefined;
  readonly docPage?: boolean | undefined;
  readonly baseUrl: string;
  /** The notice about a first token, if the organisation has no other. */
  readonly firstToken: string | undefined;
  readonly stateUrl: string | undefined;
  readonly managementUrl: string | undefined;
}

/** The notices about a running service: its URLs, and how to use it. */
export function sentencesOn(served: Served, environment: Environment): readonly string[] {
  const { organisation, domain, baseUrl, firstToken, stateUrl, managementUrl } = served;
  const ownUrl = domain === undefined ? baseUrl : withHost(baseUrl, `${organisation}.${domain}`);
  const own = isOfFixtures(organisation) ? fixturesOf(organisation) : undefined;
  const test = testCommand({ ...served, config: own?.configuration, baseUrl: ownUrl }, environment);
  const verify = `${startOfCommand(environment).join(' ')} verify --provider-url ${ownUrl} --state-url ${stateUrl} --config ${own?.configuration}`;
  const sentences: readonly (string | false | undefined)[] = [
    `The reference implementation answers at ${baseUrl} until it is interrupted.`,
    domain !== undefined && `It answers each organisation at its own host, such as ${ownUrl}.`,
    own && `Its tokens, cases and clients: ${own.data}`,
    firstToken,
    `To test it: ${test}`,
    stateUrl && `Its data can be changed by anyone on this machine, at ${stateUrl}.`,
    stateUrl && `To verify it: ${verify}`,
    served.docPage === true && `To read its description: ${ownUrl}/doc`,
    managementUrl &&
      `Its health: ${managementUrl}/health, ${managementUrl}/ready and ${managementUrl}/metrics`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}

/** The `check` command that tests a service. */
export function testCommand(given: Readonly<Record<string, unknown>>, environment: Environment): string {
  return rerunCommand('check', { spec, overlay, config, baseUrl }, given, environment);
}

function withHost(url: string, host: string): string {
  return url.replace(/^http:\/\/[^:]+/, `http://${host}`);
}
