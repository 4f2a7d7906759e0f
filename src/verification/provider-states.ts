import type { Session } from '../checks/session.ts';
import { configuredState } from './configured-states.ts';
import type { ProviderState } from './pact.ts';
import type { StateEndpoint } from './state-endpoint.ts';
import type { StateOutcome } from './state-outcome.ts';

/** What brings a provider into the states that interactions need. */
export interface ProviderStates {
  /** Whether the provider is told of them, and so is made for tests: what is written to it harms nobody. */
  readonly areSetUp: boolean;
  setUp(state: ProviderState, session: Session): Promise<StateOutcome>;
  /** Undoes what was set up; how that is answered is the provider's own business. */
  tearDown(state: ProviderState): Promise<void>;
}

/**
 * Meets states through the provider's endpoint for them, where it has one. What the endpoint does not know, and all of
 * them where there is none, is met by what the configuration lists, where it can be.
 */
export function openProviderStates(endpoint: StateEndpoint | undefined): ProviderStates {
  if (endpoint === undefined) {
    return {
      areSetUp: false,
      setUp: async (state, session) => configuredState(state, session),
      tearDown: async () => {},
    };
  }
  const done = new Set<ProviderState>();
  return {
    areSetUp: true,
    setUp: async (state, session) => {
      const answer = await endpoint.change('setup', state);
      if (answer.kind === 'failed') return { kind: 'unmet', reason: 'unreachable', message: answer.message };
      if (answer.kind === 'done') {
        done.add(state);
        return { kind: 'met', values: answer.values };
      }
      const configured = configuredState(state, session);
      if (configured.kind === 'met') return configured;
      const message = `The state endpoint answers ${answer.status} to the state '${state.name}'. Teach it that state.`;
      return { kind: 'unmet', reason: 'not-permitted', message };
    },
    tearDown: async (state) => {
      if (done.delete(state)) await endpoint.change('teardown', state);
    },
  };
}
