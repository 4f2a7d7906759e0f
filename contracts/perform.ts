import { Matchers, type Pact } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { openClient } from '../src/api/client.ts';
import { memberOf } from '../src/schema/pointer.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { OperationId } from '../src/specification/description.ts';
import { findingsOfAnswer, findingsOfRequest, requestOf } from './described.ts';
import { type Answer, exampleOf, fromState, type Interaction, tokens } from './interaction.ts';
import type { ProviderState } from './provider-states.ts';

/**
 * Any JSON media type, such as `application/hal+json; charset=utf-8` (RFC 6839). Upper and lower case are equivalent
 * (RFC 9110, section 8.3.1).
 */
const jsonMediaType = '^(?i:application/(?:[^;]*\\+)?json)[ \\t]*(?:;.*)?$';

const identifiers: Partial<Record<OperationId, string>> = { getCaseData: 'caseId', updateClient: 'clientId' };

/**
 * Sends the request to Pact's mock server, which answers with the example, and checks what the client returns. Pact
 * records the interaction only if everything matches.
 */
export async function perform(pact: Pact, operation: OperationId, interaction: Interaction): Promise<void> {
  const { title, requirements, states, caller = 'member', sends, call, answer } = interaction;
  assertDescribed(operation, interaction);
  const token = tokens[caller];
  const declared = pact.addInteraction().uponReceiving(`${operation}: ${title}`);
  for (const { name, params } of states) declared.given(name, params as Record<string, never>);
  for (const id of requirements) declared.reference('requirement', id, bundled.requirementNamed(id).source);
  await declared
    .withRequest(requestOf(operation).method, pathOf(operation, states), (request) => {
      if (token !== undefined) {
        request.headers({ Authorization: Matchers.regex('^Bearer [!-~]+$', `Bearer ${token}`) });
      }
      if (sends !== undefined) request.headers({ 'Content-Type': 'application/json' }).jsonBody(sends);
    })
    .willRespondWith(answer.status, (response) => {
      if (answer.body !== undefined || answer.isJson) {
        response.headers({ 'Content-Type': Matchers.regex(jsonMediaType, 'application/json') });
      }
      if (answer.body !== undefined) response.jsonBody(answer.body);
    })
    .executeTest(async ({ url: baseUrl }) => {
      const client = openClient({ baseUrl, ...(token === undefined ? {} : { token }) });
      try {
        expect(await call(client)).toMatchObject(meaningOf(answer));
      } finally {
        await client.close();
      }
    });
}

function assertDescribed(operation: OperationId, { sends, answer: { status, body } }: Interaction): void {
  if (sends !== undefined) {
    const findings = findingsOfRequest(operation, Matchers.reify(sends));
    expect(findings, 'findings of the request').toEqual([]);
  }
  if (body !== undefined) {
    const findings = findingsOfAnswer(operation, exampleOf(status), Matchers.reify(body));
    expect(findings, 'findings of the answer').toEqual([]);
  }
}

function pathOf(operation: OperationId, states: readonly ProviderState[]): string | Matchers.Matcher<string> {
  const { path } = requestOf(operation);
  const name = identifiers[operation];
  if (name === undefined) return path;
  const value = states.map(({ params }) => memberOf(params, name)).find((one) => one !== undefined);
  return value === undefined ? path.replace('{id}', '') : fromState(name, String(value), path);
}

/** The result that the client must return: a success with its body, or a refusal with its message. */
function meaningOf({ status, body }: Answer): object {
  const example = exampleOf(status);
  const value: unknown = body === undefined ? undefined : Matchers.reify(body);
  if (example >= 400) return { kind: 'refused', status: example, message: memberOf(value, 'message') };
  return { kind: 'success', status: example, ...(body === undefined ? {} : { body: value }) };
}
