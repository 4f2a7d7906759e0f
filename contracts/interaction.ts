import { Matchers } from '@pact-foundation/pact';
import type { CaseClient } from '../src/api/client.ts';
import type { ProviderState } from './provider-states.ts';

/** One request of the client, and what it needs of the answer. */
export interface Interaction {
  /** Of its operation's, none other has it. */
  readonly title: string;
  /** The rows of the register that the client relies on. */
  readonly requirements: readonly string[];
  /** One of them holds the identifier of the path; without it, the identifier is missing. */
  readonly states: readonly ProviderState[];
  /** Default: the member. */
  readonly caller?: Caller;
  /** The body of the request: a value, or matchers. */
  readonly sends?: unknown;
  readonly call: (client: CaseClient) => Promise<unknown>;
  readonly answer: Answer;
}

/** The parts of an answer that the client needs. */
export interface Answer {
  readonly status: number | Matchers.StatusCodeMatcher<number>;
  /** The matchers of the body; undefined where none is needed, or any. */
  readonly body?: unknown;
  /** Whether a body without matchers is JSON. */
  readonly isJson?: boolean;
}

/** Whose token is sent; `nobody` sends none. */
export type Caller = keyof typeof tokens;

/** The tokens in the pacts, instead of real ones. */
export const tokens = {
  member: 'member-token',
  restricted: 'restricted-token',
  outsider: 'outsider-token',
  invalid: 'invalid-token',
  nobody: undefined,
} as const;

/** Any 2xx, where the documents do not say which. */
export function anySuccess(example: number): Matchers.StatusCodeMatcher<number> {
  return Matchers.matchStatus(example, Matchers.HTTPResponseStatusClass.Success);
}

/** Any 4xx, where it is open how the caller is refused. */
export function anyRefusal(example: number): Matchers.StatusCodeMatcher<number> {
  return Matchers.matchStatus(example, Matchers.HTTPResponseStatusClass.ClientError);
}

/** The status that the mock server answers with. */
export function exampleOf(status: Answer['status']): number {
  return typeof status === 'number' ? status : Number(status.value);
}

/**
 * A text of a request into which a provider may put a value of its states instead of the example.
 * @param name - of the parameter of a state
 * @param text - what the value is a part of, with `{id}` for it
 */
export function fromState(name: string, example: string, text = '{id}'): Matchers.Matcher<string> {
  const expression = text.replace('{id}', `\${${name}}`);
  return {
    ...Matchers.fromProviderState(expression, text.replace('{id}', example)),
    // Of itself, it would take any text of the client.
    'pact:matcher:type': 'equality',
  };
}
