import { randomBytes } from 'node:crypto';
import type { Session } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { OperationId } from '../specification/description.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type ProviderState, type StateValues, stateNames } from './pact.ts';
import type { StateEndpoint } from './state-endpoint.ts';

export interface ProviderStates {
  /** Whether an endpoint sets up states. Such a provider is made for tests, so writing to it does no harm. */
  readonly areSetUp: boolean;
  counts(): { readonly requested: number; readonly met: number };
  /** Whether a state is set up whose data an interaction changes. Its teardown then undoes the change. */
  isSetUp(): boolean;
  /**
   * Sets up a state.
   * @returns values that replace those in the pact
   * @throws {Undecidable} if that is not possible, with a message that says what would make it possible
   */
  setUp(state: ProviderState, session: Session): Promise<StateValues>;
  tearDown(state: ProviderState): Promise<void>;
}

/** A valid identifier: one path segment other than `.` and `..`. */
const identifier = /^(?!\.{1,2}$)[\w.~-]+$/;

/** The states that are about the caller, each with the token to send. They hold no data. */
export const callers: ReadonlyMap<string, TokenName> = new Map([
  [stateNames.restrictedCaller, 'restricted'],
  [stateNames.outsider, 'outsider'],
]);

/**
 * Sets up states through the provider's state endpoint, if it has one. Otherwise, or if the endpoint does not
 * know a state, the configuration's cases and tokens are used where possible.
 */
export function openProviderStates(endpoint: StateEndpoint | undefined): ProviderStates {
  const done = new Set<ProviderState>();
  let requested = 0;
  let met = 0;
  return {
    areSetUp: endpoint !== undefined,
    counts: () => ({ requested, met }),
    isSetUp: () => [...done].some(({ name }) => !callers.has(name)),
    setUp: async (state, session) => {
      if (endpoint === undefined) return configuredState(state, session);
      const answer = await endpoint('setup', state);
      requested += 1;
      if (answer.kind === 'done') met += 1;
      // A provider that gave no answer may still have set up the state, so undo it later.
      if (answer.kind !== 'refused') done.add(state);
      if (answer.kind === 'failed') throw new Undecidable('unreachable', answer.message);
      if (answer.kind === 'done') return validValues(state, answer.values);
      const unknown = new Undecidable(
        'not-permitted',
        `The state endpoint answers ${answer.status} to the state '${state.name}'. Make it support that state, or check --state-url.`,
      );
      // Never change a listed client instead: nobody asked for that.
      if (state.name === stateNames.client) throw unknown;
      try {
        return configuredState(state, session);
      } catch (error) {
        undecidableIn(error);
        throw unknown;
      }
    },
    tearDown: async (state) => {
      if (done.delete(state)) await endpoint?.('teardown', state);
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

/**
 * How the configuration satisfies each state: returns the values, or a sentence that says what is missing.
 */
const configuredStates: Readonly<
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
  // Random, because another interaction may just have taken the previous sub-domain.
  [stateNames.freeSubDomain]: (_, { runTag }) => ({
    subDomain: `case-conformance-${runTag}-${randomBytes(4).toString('hex')}`,
  }),
  [stateNames.restrictedCaller]: ({ operation }, { target }) =>
    // Use only what is configured: an operation that is usually restricted need not be.
    target.restrictedOperations?.includes(operation as OperationId)
      ? {}
      : `List ${String(operation)} in restrictedOperations, where tokens.restricted has no permission for it.`,
  // Nothing to set up: the configuration decides whose token `outsider` is.
  [stateNames.outsider]: () => ({}),
};

/**
 * Satisfies a state with data that the configuration lists.
 * @throws {Undecidable} if it lists none, or the state demands specific data
 */
function configuredState({ name, params }: ProviderState, session: Session): StateValues {
  const state = Object.hasOwn(configuredStates, name) ? configuredStates[name] : undefined;
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
