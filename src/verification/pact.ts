import { isObject, type JsonObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';

export const providerName = 'case-management-service';

export interface ProviderState {
  readonly name: string;
  readonly params: JsonObject;
}

/** Values that the provider returned for a state. A pact can insert them into its request. */
export type StateValues = JsonObject;

interface NamedInteraction {
  readonly consumer: string;
  readonly description: string;
  readonly isPending: boolean;
  readonly pact: object;
}

/** An interaction that cannot be verified, for example because the description does not have its operation. */
export interface OtherInteraction extends NamedInteraction {
  /** Why the interaction cannot be verified, as the end of a sentence. */
  readonly obstacle: string;
}

export interface Interaction extends NamedInteraction {
  readonly states: readonly ProviderState[];
  readonly operation: OperationId;
  readonly status: number;
  readonly statusInWords: string;
  readonly authorization: string | undefined;
  /** The requirements that the interaction cites. Empty if it states only what a consumer needs. */
  readonly requirements: readonly string[];
}

export type PactInteraction = Interaction | OtherInteraction;

/** Whether an interaction states what the documents say. If not, it states what one consumer needs in addition. */
export function isOfTheDocuments({ requirements: cited }: Interaction): boolean {
  return cited.length > 0;
}

export type PactReading =
  | { readonly kind: 'pact'; readonly provider: string; readonly interactions: readonly PactInteraction[] }
  | { readonly kind: 'not-a-pact'; readonly message: string };

/**
 * Reads a pact of the Pact Specification, versions 1 to 4.
 * @param specification - the interactions must be about its operations
 * @param value - the parsed JSON of the pact
 */
export function readPact(specification: Specification, value: unknown): PactReading {
  const consumer = memberOf(memberOf(value, 'consumer'), 'name');
  const provider = memberOf(memberOf(value, 'provider'), 'name');
  if (typeof consumer !== 'string' || typeof provider !== 'string')
    return notAPact('It names no consumer and provider.');
  const named = (one: unknown): NamedInteraction => ({
    consumer,
    description: textAt(one, 'description') ?? '',
    isPending: memberOf(one, 'pending') === true,
    pact: { ...(value as object), interactions: [one] },
  });
  // Version 3 lists messages separately.
  const [listed = [], messages = []] = ['interactions', 'messages'].map((name) => {
    const list = memberOf(value, name);
    return Array.isArray(list) ? list : [];
  });
  const interactions = [
    ...listed.map((one): PactInteraction => ({ ...named(one), ...readInteraction(specification, one) })),
    ...messages.map((one) => ({ ...named(one), obstacle: isMessage })),
  ];
  return interactions.length === 0
    ? notAPact('It holds no interaction.')
    : { kind: 'pact', provider, interactions };
}

function notAPact(message: string): PactReading {
  return { kind: 'not-a-pact', message };
}

type Own<Of extends NamedInteraction> = Omit<Of, keyof NamedInteraction>;

function readInteraction(
  specification: Specification,
  value: unknown,
): Own<Interaction> | Own<OtherInteraction> {
  const request = memberOf(value, 'request');
  const operation = specification.operationAt(textAt(request, 'method') ?? '', textAt(request, 'path') ?? '');
  const response = memberOf(value, 'response');
  const status = memberOf(response, 'status') ?? 200;
  const type = memberOf(value, 'type') ?? 'Synchronous/HTTP';
  if (type !== 'Synchronous/HTTP') return { obstacle: isMessage };
  if (operation === undefined) return { obstacle: 'is of no operation of the interface' };
  if (typeof status !== 'number') return { obstacle: 'expects a status that is not a number' };
  return {
    states: statesOf(value),
    operation,
    status,
    statusInWords: statusesOf(response) ?? String(status),
    authorization: authorizationOf(request),
    requirements: requirementsOf(specification, value),
  };
}

const isMessage = 'is a message, and not a request over HTTP';

/**
 * The provider states of an interaction. Versions 1 and 2 have one state, a name. Versions 3 and 4 have a
 * list of states with parameters.
 */
function statesOf(interaction: unknown): ProviderState[] {
  const several = memberOf(interaction, 'providerStates');
  const single = textAt(interaction, 'providerState') ?? textAt(interaction, 'provider_state');
  const states = Array.isArray(several)
    ? several.map((state) => ({ name: textAt(state, 'name') ?? '', params: paramsOf(state) }))
    : [{ name: single ?? '', params: {} }];
  return states.filter(({ name }) => name !== '');
}

function paramsOf(state: unknown): ProviderState['params'] {
  const params = memberOf(state, 'params');
  return isObject(params) ? params : {};
}

function statusesOf(response: unknown): string | undefined {
  const rules = memberOf(memberOf(response, 'matchingRules'), 'status');
  const matchers = memberOf(rules, 'matchers') ?? memberOf(memberOf(rules, '$'), 'matchers');
  const expected = Array.isArray(matchers) ? memberOf(matchers[0], 'status') : undefined;
  if (Array.isArray(expected)) return `one of ${expected.join(', ')}`;
  return typeof expected === 'string' && Object.hasOwn(classes, expected) ? classes[expected] : undefined;
}

const classes: Readonly<Record<string, string>> = {
  ...{ info: '1xx', success: '2xx', redirect: '3xx', clientError: '4xx', serverError: '5xx' },
  ...{ nonError: 'below 400', error: '400 or above' },
};

/** The Authorization header of a request. In version 4, the values of a header are a list. */
function authorizationOf(request: unknown): string | undefined {
  const headers = Object.entries(memberOf(request, 'headers') ?? {});
  const [value] = headers.flatMap(([name, text]) => (name.toLowerCase() === 'authorization' ? [text] : []));
  return value === undefined ? undefined : [value].flat().join(', ');
}

function requirementsOf({ requirements }: Specification, interaction: unknown): string[] {
  const references = memberOf(memberOf(interaction, 'comments'), 'references');
  const named = Object.keys(memberOf(references, 'requirement') ?? {});
  return requirements.map(({ id }) => id).filter((id) => named.includes(id));
}

function textAt(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

/**
 * The names of the provider states that the package's pacts use. `docs/provider-states.md` describes them.
 */
export const stateNames = {
  caseWithRecord: 'a case with this record',
  caseOfType: 'a case of this type',
  noSuchCase: 'no such case',
  foreignCase: 'a case of another organisation',
  clientWithRecord: 'a client with this record',
  client: 'a client',
  freeSubDomain: 'no organisation with this sub-domain',
  restrictedCaller: 'a caller without permission',
  outsider: 'a caller of another organisation',
} as const;
