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

/** One interaction of a pact, as far as a verification needs to know it; the rest is Pact's. */
export interface Interaction {
  readonly consumer: string;
  readonly description: string;
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
  /** Whether it may be broken for now: a need that is new. */
  readonly isPending: boolean;
  /** A pact that holds this interaction and no other. */
  readonly pact: object;
}

/** Whether an interaction says what the documents say, and not what a consumer needs besides. */
export function isOfTheDocuments({ requirements: cited }: Interaction): boolean {
  return cited.length > 0;
}

/** The interactions of a pact, or why the text is none: one plain sentence that quotes nothing of it. */
type PactReading =
  | { readonly kind: 'pact'; readonly consumer: string; readonly interactions: readonly Interaction[] }
  | { readonly kind: 'not-a-pact'; readonly message: string };

/**
 * Reads a pact of the Pact Specification, versions 1 to 4.
 * @param specification - whose operations the interactions must be of
 * @param value - the pact as parsed JSON
 */
export function readPact(specification: Specification, value: unknown): PactReading {
  const consumer = memberOf(memberOf(value, 'consumer'), 'name');
  const listed = memberOf(value, 'interactions');
  if (typeof consumer !== 'string' || typeof memberOf(memberOf(value, 'provider'), 'name') !== 'string')
    return notAPact('It names no consumer and provider.');
  if (!Array.isArray(listed) || listed.length === 0) return notAPact('It holds no interaction over HTTP.');
  const interactions: Interaction[] = [];
  for (const [index, one] of listed.entries()) {
    const read = readInteraction(specification, one, value as object, consumer);
    if (read === undefined)
      return notAPact(`Its interaction ${index + 1} is of no operation of the interface.`);
    interactions.push(read);
  }
  return { kind: 'pact', consumer, interactions };
}

function notAPact(message: string): PactReading {
  return { kind: 'not-a-pact', message };
}

function readInteraction(
  specification: Specification,
  value: unknown,
  pact: object,
  consumer: string,
): Interaction | undefined {
  const request = memberOf(value, 'request');
  const operation = specification.operationAt(textAt(request, 'method') ?? '', textAt(request, 'path') ?? '');
  const response = memberOf(value, 'response');
  const status = memberOf(response, 'status') ?? 200;
  const type = memberOf(value, 'type') ?? 'Synchronous/HTTP';
  if (operation === undefined || typeof status !== 'number' || type !== 'Synchronous/HTTP') return undefined;
  return {
    consumer,
    description: textAt(value, 'description') ?? '',
    states: statesOf(value),
    operation,
    status,
    statusInWords: statusesOf(response) ?? String(status),
    authorization: authorizationOf(request),
    requirements: requirementsOf(specification, value),
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
