import { Matchers } from '@pact-foundation/pact';
import type { CaseClient } from '../src/api/client.ts';
import type { ProviderState } from './provider-states.ts';

export interface Interaction {
  readonly title: string;
  readonly requirements: readonly string[];
  /**
   * The data that must exist. One state names the identifier in the path. Without states, the path has no identifier.
   */
  readonly states: readonly ProviderState[];
  readonly caller?: Caller;
  readonly sends?: unknown;
  readonly call: (client: CaseClient) => Promise<unknown>;
  readonly answer: Answer;
}

export interface Answer {
  readonly status: number | Matchers.StatusCodeMatcher<number>;
  readonly body?: unknown;
  readonly isJson?: boolean;
}

export type Caller = keyof typeof tokens;

/** Placeholders, since a pact contains no real token. */
export const tokens = {
  member: 'member-token',
  restricted: 'restricted-token',
  outsider: 'outsider-token',
  invalid: 'invalid-token',
  nobody: undefined,
} as const;

/** Matches any 2xx status, since the documents do not say which is right. */
export function anySuccess(example: number): Matchers.StatusCodeMatcher<number> {
  return Matchers.matchStatus(example, Matchers.HTTPResponseStatusClass.Success);
}

/** Matches any 4xx status, since the documents leave open how the caller is refused. */
export function anyRefusal(example: number): Matchers.StatusCodeMatcher<number> {
  return Matchers.matchStatus(example, Matchers.HTTPResponseStatusClass.ClientError);
}

export function exampleOf(status: Answer['status']): number {
  return typeof status === 'number' ? status : Number(status.value);
}

export function fromState(name: string, example: string, text = '{id}'): Matchers.Matcher<string> {
  const expression = text.replace('{id}', `\${${name}}`);
  return {
    ...Matchers.fromProviderState(expression, text.replace('{id}', example)),
    // By default, the provider state's matcher would accept any text from the client.
    'pact:matcher:type': 'equality',
  };
}
