import type { Session } from '../harness/session.ts';
import { configuredState } from './configured-states.ts';
import type { ProviderState } from './pact.ts';
import type { StateEndpoint } from './state-endpoint.ts';
import { stateNames } from './state-names.ts';
import type { StateOutcome } from './state-outcome.ts';

/** What brings a provider into the states that interactions need. */
export interface ProviderStates {
  /** Whether the provider is told of them, and so is made for tests: what is written to it harms nobody. */
  readonly areSetUp: boolean;
  /** Of the states that the provider was told of, how many it met. */
  counts(): { readonly told: number; readonly met: number };
  /** Whether a state is set up now that may be of what is changed: its teardown undoes the change. */
  isSetUp(): boolean;
  setUp(state: ProviderState, session: Session): Promise<StateOutcome>;
  /** Undoes what was set up; how that is answered is the provider's own business. */
  tearDown(state: ProviderState): Promise<void>;
}

/** What an identifier may be: one step of a path, which leads nowhere else. */
const identifier = /^(?!\.{1,2}$)[\w.~-]+$/;

function outcomeOf({ name }: ProviderState, values: Readonly<Record<string, unknown>>): StateOutcome {
  const wrong = ['caseId', 'clientId'].find(
    (one) => Object.hasOwn(values, one) && !identifier.test(String(values[one])),
  );
  if (wrong === undefined) return { kind: 'met', values };
  const message = `The state endpoint answers a ${wrong} to the state '${name}' that cannot stand in a path. It must be letters, digits, dots and hyphens.`;
  return { kind: 'unmet', reason: 'unreachable', message };
}

/** The states of callers, which set up nothing that a change could be of. */
const ofCallers: ReadonlySet<string> = new Set([stateNames.restrictedCaller, stateNames.outsider]);

/** The states of what interactions change. */
const writtenTo: ReadonlySet<string> = new Set([stateNames.client, stateNames.clientWithRecord]);

/**
 * Meets states through the provider's endpoint for them, where it has one. What the endpoint does not know, and all of
 * them where there is none, is met by what the configuration lists, where it can be.
 */
export function openProviderStates(endpoint: StateEndpoint | undefined): ProviderStates {
  if (endpoint === undefined) {
    return {
      areSetUp: false,
      counts: () => ({ told: 0, met: 0 }),
      isSetUp: () => false,
      setUp: async (state, session) => configuredState(state, session),
      tearDown: async () => {},
    };
  }
  const done = new Set<ProviderState>();
  let told = 0;
  let met = 0;
  return {
    areSetUp: true,
    counts: () => ({ told, met }),
    isSetUp: () => [...done].some(({ name }) => !ofCallers.has(name)),
    setUp: async (state, session) => {
      const answer = await endpoint.change('setup', state);
      told += 1;
      if (answer.kind === 'done') met += 1;
      // One that gave no answer may have done it all the same.
      if (answer.kind !== 'refused') done.add(state);
      if (answer.kind === 'failed') return { kind: 'unmet', reason: 'unreachable', message: answer.message };
      if (answer.kind === 'done') return outcomeOf(state, answer.values);
      // What is listed is never written to where it was not asked for.
      const configured = writtenTo.has(state.name) ? undefined : configuredState(state, session);
      if (configured?.kind === 'met') return configured;
      const message = `The state endpoint answers ${answer.status} to the state '${state.name}'. Teach it that state, or check --state-url.`;
      return { kind: 'unmet', reason: 'not-permitted', message };
    },
    tearDown: async (state) => {
      if (done.delete(state)) await endpoint.change('teardown', state);
    },
  };
}
