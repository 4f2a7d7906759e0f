import { randomBytes } from 'node:crypto';
import type { Session } from '../harness/session.ts';
import type { OperationId } from '../specification/description.ts';
import type { ProviderState } from './pact.ts';
import { stateNames } from './state-names.ts';
import type { StateOutcome } from './state-outcome.ts';

/** For each state that a configuration can meet, how it meets it. */
const meetings: Readonly<
  Record<string, (params: ProviderState['params'], session: Session) => StateOutcome>
> = {
  [stateNames.caseOfType]: ({ caseType }, { target, specification }) => {
    const type = specification.caseTypes.find((one) => one === caseType);
    return type === undefined
      ? unknownState(stateNames.caseOfType)
      : listed('caseId', target.cases[type], `a case in cases.${type}`);
  },
  [stateNames.noSuchCase]: (_, session) => met({ caseId: session.unusedIdentifier('pact') }),
  [stateNames.foreignCase]: (_, { target }) =>
    listed('caseId', target.foreignCases, 'a case in cases.foreign'),
  [stateNames.client]: (_, { target }) => listed('clientId', target.clients, 'a client in clients'),
  // Random, so a second interaction does not find the sub-domain that the first one has created.
  [stateNames.freeSubDomain]: (_, { mark }) =>
    met({ subDomain: `case-conformance-${mark}-${randomBytes(4).toString('hex')}` }),
  [stateNames.restrictedCaller]: ({ operation }, { target }) =>
    // Only an explicit configuration counts: an operation that is usually restricted need not be.
    target.restrictedOperations?.includes(operation as OperationId)
      ? met({})
      : unmet(
          `List ${String(operation)} in restrictedOperations, where tokens.restricted has no permission for it.`,
        ),
  // The configuration decides whose token it is.
  [stateNames.outsider]: () => met({}),
};

/** Meets a state with the data that the configuration lists. States that demand specific data are unmet. */
export function configuredState({ name, params }: ProviderState, session: Session): StateOutcome {
  const meet = Object.hasOwn(meetings, name) ? meetings[name] : undefined;
  return meet?.(params, session) ?? unknownState(name);
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

function listed(value: string, identifiers: readonly string[], what: string): StateOutcome {
  const [first] = identifiers;
  return first === undefined
    ? unmet(`List ${what} of the configuration, or name a state endpoint with --state-url.`)
    : met({ [value]: first });
}
