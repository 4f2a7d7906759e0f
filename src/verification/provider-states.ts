import { randomBytes } from 'node:crypto';
import type { Session } from '../harness/session.ts';
import type { OperationId } from '../specification/description.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type ProviderState, type StateValues, stateNames } from './pact.ts';
import type { StateEndpoint } from './state-endpoint.ts';

/** Brings a provider into the states that interactions need. */
export interface ProviderStates {
  /** Whether states are set up through an endpoint. Such a provider is made for tests, so writing to it is harmless. */
  readonly areSetUp: boolean;
  /** How many states the provider was asked to set up, and how many it met. */
  counts(): { readonly requested: number; readonly met: number };
  /** Whether a state that may cover changed data is set up now: its teardown undoes the change. */
  isSetUp(): boolean;
  /**
   * @returns the values that replace those of the pact
   * @throws {Undecidable} if the state is not met; its message says what would meet it
   */
  setUp(state: ProviderState, session: Session): Promise<StateValues>;
  /** Undoes a state. The provider's answer to this is ignored. */
  tearDown(state: ProviderState): Promise<void>;
}

/** A valid identifier: a single path segment that is not `.` or `..`. */
const identifier = /^(?!\.{1,2}$)[\w.~-]+$/;

/** States about callers. They do not set up data that could be changed. */
const ofCallers: ReadonlySet<string> = new Set([stateNames.restrictedCaller, stateNames.outsider]);

/** States whose data interactions change. */
const writtenTo: ReadonlySet<string> = new Set([stateNames.client, stateNames.clientWithRecord]);

/**
 * Meets states through the provider's state endpoint, if there is one. States that the endpoint does not know, or all
 * states without an endpoint, are met from the configuration where possible.
 */
export function openProviderStates(endpoint: StateEndpoint | undefined): ProviderStates {
  if (endpoint === undefined) {
    return {
      areSetUp: false,
      counts: () => ({ requested: 0, met: 0 }),
      isSetUp: () => false,
      setUp: async (state, session) => configuredState(state, session),
      tearDown: async () => {},
    };
  }
  const done = new Set<ProviderState>();
  let requested = 0;
  let met = 0;
  return {
    areSetUp: true,
    counts: () => ({ requested, met }),
    isSetUp: () => [...done].some(({ name }) => !ofCallers.has(name)),
    setUp: async (state, session) => {
      const answer = await endpoint.change('setup', state);
      requested += 1;
      if (answer.kind === 'done') met += 1;
      // A provider that did not answer may still have set up the state.
      if (answer.kind !== 'refused') done.add(state);
      if (answer.kind === 'failed') throw new Undecidable('unreachable', answer.message);
      if (answer.kind === 'done') return validValues(state, answer.values);
      const unknown = new Undecidable(
        'not-permitted',
        `The state endpoint answers ${answer.status} to the state '${state.name}'. Make it support that state, or check --state-url.`,
      );
      // Data in the configuration is never used for writes that were not requested there.
      if (writtenTo.has(state.name)) throw unknown;
      try {
        return configuredState(state, session);
      } catch (error) {
        undecidableIn(error);
        throw unknown;
      }
    },
    tearDown: async (state) => {
      if (done.delete(state)) await endpoint.change('teardown', state);
    },
  };
}

function validValues({ name }: ProviderState, values: StateValues): StateValues {
  const wrong = ['caseId', 'clientId'].find(
    (one) => Object.hasOwn(values, one) && !identifier.test(String(values[one])),
  );
  if (wrong === undefined) return values;
  throw new Undecidable(
    'unreachable',
    `The state endpoint answers a ${wrong} to the state '${name}' that cannot be part of a path. It must be letters, digits, dots and hyphens.`,
  );
}

/** How a configuration meets each state that it can meet: the values, or a remedy. */
const states: Readonly<
  Record<string, (params: ProviderState['params'], session: Session) => StateValues | string>
> = {
  [stateNames.caseOfType]: ({ caseType }, { target, specification }) => {
    const type = specification.caseTypes.find((one) => one === caseType);
    return type === undefined
      ? needsEndpoint(stateNames.caseOfType)
      : listed('caseId', target.cases[type], `a case in cases.${type}`);
  },
  [stateNames.noSuchCase]: (_, session) => ({ caseId: session.unusedIdentifier('pact') }),
  [stateNames.foreignCase]: (_, { target }) =>
    listed('caseId', target.foreignCases, 'a case in cases.foreign'),
  [stateNames.client]: (_, { target }) => listed('clientId', target.clients, 'a client in clients'),
  // Random, so a second interaction does not find the sub-domain that the first one has created.
  [stateNames.freeSubDomain]: (_, { mark }) => ({
    subDomain: `case-conformance-${mark}-${randomBytes(4).toString('hex')}`,
  }),
  [stateNames.restrictedCaller]: ({ operation }, { target }) =>
    // Only an explicit configuration counts: an operation that is usually restricted need not be.
    target.restrictedOperations?.includes(operation as OperationId)
      ? {}
      : `List ${String(operation)} in restrictedOperations, where tokens.restricted has no permission for it.`,
  // The configuration decides whose token it is.
  [stateNames.outsider]: () => ({}),
};

/**
 * Meets a state with the data that the configuration lists.
 * @throws {Undecidable} if it lists none, or the state demands specific data
 */
function configuredState({ name, params }: ProviderState, session: Session): StateValues {
  const state = Object.hasOwn(states, name) ? states[name] : undefined;
  const values = state?.(params, session) ?? needsEndpoint(name);
  if (typeof values === 'string') throw new Undecidable('not-configured', values);
  return values;
}

function needsEndpoint(name: string): string {
  return `The state '${name}' needs a state endpoint. Give its URL with --state-url.`;
}

function listed(value: string, identifiers: readonly string[], what: string): StateValues | string {
  const [first] = identifiers;
  return first === undefined
    ? `List ${what} of the configuration, or give the URL of a state endpoint with --state-url.`
    : { [value]: first };
}
