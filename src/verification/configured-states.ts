import { randomBytes } from 'node:crypto';
import type { Session } from '../harness/session.ts';
import type { OperationId } from '../specification/description.ts';
import { Undecidable } from '../trace/gap.ts';
import type { ProviderState, StateValues } from './pact.ts';
import { stateNames } from './state-names.ts';

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
export function configuredState({ name, params }: ProviderState, session: Session): StateValues {
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
