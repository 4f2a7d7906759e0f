import { randomBytes } from 'node:crypto';
import type { Session } from '../checks/session.ts';
import { isRestricted } from '../checks/target.ts';
import { caseTypes, type OperationId } from '../specification/description.ts';
import type { ProviderState } from './pact.ts';
import type { StateOutcome } from './state-outcome.ts';

/** How what a configuration lists meets a state, for each state that it can meet. */
const meetings: Readonly<
  Record<string, (params: ProviderState['params'], session: Session) => StateOutcome>
> = {
  'a case of this type': ({ caseType }, { target }) => {
    const type = caseTypes.find((one) => one === caseType);
    return type === undefined
      ? unknownState('a case of this type')
      : listed('caseId', target.cases[type], `cases.${type}`);
  },
  'no such case': (_, session) => met({ caseId: session.unusedIdentifier('pact') }),
  'a case of another organisation': (_, { target }) => listed('caseId', target.foreignCases, 'cases.foreign'),
  'a client': (_, { target }) => listed('clientId', target.clients, 'clients'),
  // Of two interactions, the second must not find what the first has created.
  'no organisation with this sub-domain': (_, { mark }) =>
    met({ subDomain: `case-conformance-${mark}-${randomBytes(4).toString('hex')}` }),
  'a caller without permission': ({ operation }, { target }) =>
    isRestricted(target, operation as OperationId)
      ? met({})
      : unmet(
          `List ${String(operation)} in restrictedOperations, where tokens.restricted has no permission for it.`,
        ),
  // Whose token it is, is for the configuration to say.
  'a caller of another organisation': () => met({}),
};

/** Meets a state by what the configuration lists; states that ask for data of their own are not met. */
export function configuredState({ name, params }: ProviderState, session: Session): StateOutcome {
  return Object.hasOwn(meetings, name)
    ? (meetings[name]?.(params, session) ?? unknownState(name))
    : unknownState(name);
}

function met(values: Readonly<Record<string, unknown>>): StateOutcome {
  return { kind: 'met', values };
}

function unmet(message: string): StateOutcome {
  return { kind: 'unmet', reason: 'not-configured', message };
}

function unknownState(name: string): StateOutcome {
  return unmet(
    `The state '${name}' needs a provider that can be told of it. Name its state endpoint with --state-url.`,
  );
}

function listed(value: string, identifiers: readonly string[], key: string): StateOutcome {
  const [first] = identifiers;
  return first === undefined
    ? unmet(`List one in ${key} of the configuration, or name a state endpoint with --state-url.`)
    : met({ [value]: first });
}
