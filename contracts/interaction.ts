import { Matchers } from '@pact-foundation/pact';
import type { CaseClient } from '../src/api/client.ts';
import type { ProviderState } from './provider-states.ts';

/** A request of the client, and what the client needs of the answer. */
export interface Interaction {
  /** Unique within the operation. */
  readonly title: string;
  /** The rows of the register that the client relies on. */
  readonly requirements: readonly string[];
  /** The data that must exist. One state names the identifier in the path; without any, the identifier is left out. */
  readonly states: readonly ProviderState[];
  /** Default: the member. */
  readonly caller?: Caller;
  /** The body of the request, as a value or as Pact matchers. */
  readonly sends?: unknown;
  readonly call: (client: CaseClient) => Promise<unknown>;
  readonly answer: Answer;
}

/** The parts of an answer that the client needs. */
export interface Answer {
  readonly status: number | Matchers.StatusCodeMatcher<number>;
  /** Pact matchers for the body. Undefined if any body will do. */
  readonly body?: unknown;
  /** Whether a body without matchers is JSON. */
  readonly isJson?: boolean;
}

/** Whose token is sent; `nobody` sends none. */
export type Caller = keyof typeof tokens;

/** Placeholder tokens, which the pact contains instead of real ones. */
export const tokens = {
  member: 'member-token',
  restricted: 'restricted-token',
  outsider: 'outsider-token',
  invalid: 'invalid-token',
  nobody: undefined,
} as const;

/** Matches any 2xx status, since the documents do not say which. */
export function anySuccess(example: number): Matchers.StatusCodeMatcher<number> {
  return Matchers.matchStatus(example, Matchers.HTTPResponseStatusClass.Success);
}

/** Matches any 4xx status, since the documents leave open how the caller is refused. */
export function anyRefusal(example: number): Matchers.StatusCodeMatcher<number> {
  return Matchers.matchStatus(example, Matchers.HTTPResponseStatusClass.ClientError);
}

/** The status with which Pact's mock server answers. */
export function exampleOf(status: Answer['status']): number {
  return typeof status === 'number' ? status : Number(status.value);
}

/**
 * A text in a request that the provider may replace by a value from its state, such as a real identifier.
 * @param name - of the state's parameter
 * @param text - the text around the value, with `{id}` in its place
 */
export function fromState(name: string, example: string, text = '{id}'): Matchers.Matcher<string> {
  const expression = text.replace('{id}', `\${${name}}`);
  return {
    ...Matchers.fromProviderState(expression, text.replace('{id}', example)),
    // By default, the provider state's matcher would accept any text from the client.
    'pact:matcher:type': 'equality',
  };
}
