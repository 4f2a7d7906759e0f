import type { FastifyInstance } from 'fastify';
import type { Demo, DemoOrganisation, DemoToken } from './demo.ts';
import { refuse } from './errors.ts';
import { providerStates, readStateChange, type StateOptions, type Undo } from './provider-states/states.ts';
import { createServer, type LocalServer, localServer } from './server.ts';
import type { Store } from './store.ts';

interface StateServerOptions {
  readonly store: Store;
  readonly demo: Demo;
  readonly organisation: string;
}

const path = '/provider-states';

/**
 * Opens the endpoint that a pact verifier calls to set up provider states, on a separate port. `listen` returns its
 * URL. Anyone who can reach the port can rewrite the data.
 */
export function openStateServer(options: StateServerOptions): LocalServer {
  const app = createServer();
  requireLocal(app);
  changeStates(app, stateOptions(options));
  const server = localServer(app);
  return { ...server, listen: async (port) => (await server.listen(port)) + path };
}

/**
 * Refuses requests from web pages with 403. Only this machine can reach the port, but a browser runs on it too. A
 * request from a web page has an `Origin` header, or a foreign host name that was made to resolve to this machine (DNS
 * rebinding).
 */
function requireLocal(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers;
    return origin === undefined && isLoopback(host)
      ? undefined
      : refuse(reply, 403, 'Provider states are set up from this machine alone, and not from a browser.');
  });
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host ?? '');
}

function changeStates(app: FastifyInstance, options: StateOptions): void {
  const states = providerStates(options);
  const undos = new Map<string, Undo>();

  app.post(path, async (request, reply) => {
    const { action, state, params } = readStateChange(request.body);
    // Verifiers also call this endpoint for interactions without a state.
    if (state === '') return {};
    const prepare = states.get(state);
    if (prepare === undefined) return refuse(reply, 404, `There is no provider state '${state}'.`);
    const { subject, values, setUp } = prepare(params);
    if (action === 'setup') {
      const undo = await setUp();
      // If two states change the same subject, undoing restores what was there before the first.
      if (!undos.has(subject)) undos.set(subject, undo);
      return values;
    }
    const undo = undos.get(subject);
    undos.delete(subject);
    await undo?.();
    return {};
  });
}

function stateOptions({ store, demo, organisation }: StateServerOptions): StateOptions {
  const { organisations } = demo;
  const isOwn = ({ subDomain }: DemoOrganisation): boolean => subDomain === organisation;
  const token = (named: DemoToken['name']): string =>
    first(
      organisations
        .flatMap(({ users }) => users.flatMap(({ tokens }) => tokens))
        .filter(({ name }) => name === named),
    ).token;
  return {
    store,
    own: first(organisations.filter(isOwn)),
    foreign: first(organisations.filter((other) => !isOwn(other))),
    tokens: { restricted: token('restricted'), outsider: token('outsider') },
  };
}

function first<T>([element]: readonly T[]): T {
  if (element === undefined) throw new Error('The demo has not what the provider states are about.');
  return element;
}
