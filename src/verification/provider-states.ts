import { randomBytes } from 'node:crypto';
import type { Session } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { OperationId } from '../specification/description.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type ProviderState, type StateValues, stateNames } from './pact.ts';
import type { StateEndpoint } from './state-endpoint.ts';

/** An identifier that is one path segment other than `.` and `..`. */
const identifier = /^(?!\.{1,2}$)[\w.~-]+$/;

/** The states that only select the caller, each with the token to send. */
export const callers: ReadonlyMap<string, TokenName> = new Map([
  [stateNames.restrictedCaller, 'restricted'],
  [stateNames.outsider, 'outsider'],
]);

export type ProviderStates = ReturnType<typeof openProviderStates>;

/**
 * Sets up states through the provider's state endpoint. Without an endpoint, or for a state that the endpoint does not
 * know, the configuration's cases and tokens are used where possible.
 */
export function openProviderStates(endpoint: StateEndpoint | undefined) {
  const done = new Set<ProviderState>();
  let requested = 0;
  let met = 0;
  return {
    /**
     * Whether an endpoint sets up states. A provider with such an endpoint is made for tests, so writing to it does no
     * harm.
     */
    areSetUp: endpoint !== undefined,
    counts: () => ({ requested, met }),
    /**
     * Whether data is set up for the present interaction. Undoing the state also undoes what the interaction
     * changes.
     */
    isSetUp: () => [...done].some(({ name }) => !callers.has(name)),
    /**
     * Sets up a state.
     * @returns values that replace those in the pact
     * @throws {Undecidable} if that is not possible, with a message that says what would make it possible
     */
    setUp: async (state: ProviderState, session: Session): Promise<StateValues> => {
      if (endpoint === undefined) return configuredState(state, session);
      const answer = await endpoint('setup', state);
      requested += 1;
      if (answer.kind === 'done') met += 1;
      // A provider that gave no answer may still have set up the state, so the state is undone later.
      if (answer.kind !== 'refused') done.add(state);
      if (answer.kind === 'failed') throw new Undecidable('unreachable', answer.message);
      if (answer.kind === 'done') return validValues(state, answer.values);
      const unknown = new Undecidable(
        'not-permitted',
        `The state endpoint answers ${answer.status} to the state '${state.name}'. Make it support that state, or check --state-url.`,
      );
      // A listed client must not be changed instead, since nobody asked for that.
      if (state.name === stateNames.client) throw unknown;
      try {
        return configuredState(state, session);
      } catch (error) {
        undecidableIn(error);
        throw unknown;
      }
    },
    tearDown: async (state: ProviderState) => {
      if (done.delete(state)) await endpoint?.('teardown', state);
    },
  };
}

function validValues({ name }: ProviderState, values: StateValues): StateValues {
  const wrong = ['caseId', 'clientId'].find(
    (one) => Object.hasOwn(values, one) && !identifier.test(String(values[one])),
  );
  if (wrong === undefined) return values;
  const words = `The state endpoint answers a ${wrong} to the state '${name}' that cannot be part of a path. It must be letters, digits, dots and hyphens.`;
  throw new Undecidable('unreachable', words);
}

/** Satisfies each state with the configuration: returns the values, or a sentence that says what is missing. */
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
  // Random, since an earlier interaction may have taken the sub-domain before.
  [stateNames.freeSubDomain]: (_, { runTag }) => ({
    subDomain: `case-conformance-${runTag}-${randomBytes(4).toString('hex')}`,
  }),
  [stateNames.restrictedCaller]: ({ operation }, { target }) =>
    // Only operations that the configuration lists: a token may have a permission that is usually restricted.
    target.restrictedOperations?.includes(operation as OperationId)
      ? {}
      : `List ${String(operation)} in restrictedOperations, where tokens.restricted has no permission for it.`,
  // The configuration decides whose token `outsider` is, so there is nothing to set up.
  [stateNames.outsider]: () => ({}),
};

/**
 * Satisfies a state with data that the configuration lists.
 * @throws {Undecidable} if the configuration lists none, or the state demands certain data
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
