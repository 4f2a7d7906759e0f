import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';

/** What pacts call the service. */
export const providerName = 'case-management-service';

/** What a provider must hold before an interaction: a name, and the data that it speaks of. */
export interface ProviderState {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What is known of each interaction of a pact. */
interface NamedInteraction {
  readonly consumer: string;
  readonly description: string;
  /** Whether it may be broken for now: a need that is new. */
  readonly isPending: boolean;
  /** A pact that holds this interaction and no other. */
  readonly pact: object;
}

/** An interaction that is not verified: pacts may ask for more than the documents describe. */
export interface OtherInteraction extends NamedInteraction {
  /** Why not: the rest of a sentence. */
  readonly obstacle: string;
}

/** An interaction over HTTP, as far as a verification needs to know it; the rest is Pact's. */
export interface Interaction extends NamedInteraction {
  readonly states: readonly ProviderState[];
  readonly operation: OperationId;
  /** The status of the answer that the consumer expects. */
  readonly status: number;
  /** How to speak of that status, or of the statuses that do as well. */
  readonly statusInWords: string;
  /** The Authorization header of its request as the pact writes it; undefined where it has none. */
  readonly authorization: string | undefined;
  /** The rows of the register that it says it tests; none for a consumer's own needs. */
  readonly requirements: readonly string[];
}

/** One interaction of a pact. */
export type PactInteraction = Interaction | OtherInteraction;

/** Whether an interaction says what the documents say, and not what a consumer needs besides. */
export function isOfTheDocuments({ requirements: cited }: Interaction): boolean {
  return cited.length > 0;
}

/** The interactions of a pact, or why the text is none: one plain sentence that quotes nothing of it. */
export type PactReading =
  | { readonly kind: 'pact'; readonly provider: string; readonly interactions: readonly PactInteraction[] }
  | { readonly kind: 'not-a-pact'; readonly message: string };

/**
 * Reads a pact of the Pact Specification, versions 1 to 4.
 * @param specification - whose operations are verified
 * @param value - the pact as parsed JSON
 */
export function readPact(specification: Specification, value: unknown): PactReading {
  const consumer = memberOf(memberOf(value, 'consumer'), 'name');
  const provider = memberOf(memberOf(value, 'provider'), 'name');
  if (typeof consumer !== 'string' || typeof provider !== 'string')
    return notAPact('It names no consumer and provider.');
  // Version 3 lists messages by themselves.
  const [listed, messages] = ['interactions', 'messages'].map((name) => memberOf(value, name));
  const interactions = [
    ...(Array.isArray(listed) ? listed : []).map((one) =>
      readInteraction(specification, one, value as object, consumer),
    ),
    ...(Array.isArray(messages) ? messages : []).map((one) => ({
      ...namedInteraction(one, value as object, consumer),
      obstacle: isMessage,
    })),
  ];
  return interactions.length === 0
    ? notAPact('It holds no interaction.')
    : { kind: 'pact', provider, interactions };
}

function notAPact(message: string): PactReading {
  return { kind: 'not-a-pact', message };
}

function readInteraction(
  specification: Specification,
  value: unknown,
  pact: object,
  consumer: string,
): PactInteraction {
  const known = namedInteraction(value, pact, consumer);
  const request = memberOf(value, 'request');
  const operation = specification.operationAt(textAt(request, 'method') ?? '', textAt(request, 'path') ?? '');
  const response = memberOf(value, 'response');
  const status = memberOf(response, 'status') ?? 200;
  const type = memberOf(value, 'type') ?? 'Synchronous/HTTP';
  if (type !== 'Synchronous/HTTP') return { ...known, obstacle: isMessage };
  if (operation === undefined) return { ...known, obstacle: 'is of no operation of the interface' };
  if (typeof status !== 'number') return { ...known, obstacle: 'expects a status that is not a number' };
  return {
    ...known,
    states: statesOf(value),
    operation,
    status,
    statusInWords: statusesOf(response) ?? String(status),
    authorization: authorizationOf(request),
    requirements: requirementsOf(specification, value),
  };
}

const isMessage = 'is a message, and not a request over HTTP';

function namedInteraction(value: unknown, pact: object, consumer: string): NamedInteraction {
  return {
    consumer,
    description: textAt(value, 'description') ?? '',
    isPending: memberOf(value, 'pending') === true,
    pact: { ...pact, interactions: [value] },
  };
}

/** Versions 1 and 2 have one state, a name; versions 3 and 4 have several, with parameters. */
function statesOf(interaction: unknown): ProviderState[] {
  const several = memberOf(interaction, 'providerStates');
  const single = textAt(interaction, 'providerState') ?? textAt(interaction, 'provider_state');
  const states = Array.isArray(several)
    ? several.map((state) => ({ name: textAt(state, 'name') ?? '', params: paramsOf(state) }))
    : [{ name: single ?? '', params: {} }];
  // One without a name is none.
  return states.filter(({ name }) => name !== '');
}

function paramsOf(state: unknown): ProviderState['params'] {
  const params = memberOf(state, 'params');
  return isObject(params) ? params : {};
}

/** Version 4 can expect a class of statuses, or one of several. */
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

/** The values of a header are a list in version 4. */
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
