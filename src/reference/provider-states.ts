import type { FastifyInstance } from 'fastify';
import type { Demo, DemoOrganisation, DemoToken } from './demo.ts';
import { refuse } from './errors.ts';
import { providerStates, readStateChange, type StateOptions, type Undo } from './provider-states/states.ts';
import { createServer, endServer } from './server.ts';
import type { Store } from './store.ts';

interface StateServerOptions {
  /** The store of the service whose states are set up. */
  readonly store: Store;
  /** The data that the store was seeded with. */
  readonly demo: Demo;
  /** Sub-domain of the organisation whose host the service is. */
  readonly organisation: string;
}

/** The endpoint where a verifier sets up provider states, on a separate port. */
interface StateServer {
  /** Listens on 127.0.0.1 and returns the URL of the endpoint; port 0 takes any free port. */
  listen(port: number): Promise<string>;
  /** Ends all connections. The store stays open. */
  close(): Promise<void>;
}

const path = '/provider-states';

/** Opens the state-change endpoint of the reference implementation. Any caller can rewrite the data. */
export function openStateServer(options: StateServerOptions): StateServer {
  const app = createServer();
  requireLocal(app);
  changeStates(app, stateOptions(options));
  return {
    listen: async (port) => (await app.listen({ port, host: '127.0.0.1' })) + path,
    close: () => endServer(app),
  };
}

/**
 * Refuses with 403 the requests of web pages. The port is open to this machine only, but a browser runs on it too. A
 * request of a page has an `Origin`, or another host's name if that name was made to resolve to this machine.
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
    // Verifiers announce interactions without a state too.
    if (state === '') {
      return {};
    }
    const prepare = states.get(state);
    if (prepare === undefined) {
      return refuse(reply, 404, `There is no provider state '${state}'.`);
    }
    const { subject, values, setUp } = prepare(params);
    if (action === 'setup') {
      const undo = await setUp();
      // States set up on top of each other are undone together.
      if (!undos.has(subject)) {
        undos.set(subject, undo);
      }
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
  if (element === undefined) {
    throw new Error('The demo has not what the provider states are about.');
  }
  return element;
}
