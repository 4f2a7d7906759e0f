import type { Behaviour, ServiceRequest } from '../../../faults/behaviour.ts';
import type { RunResult } from '../../../src/conformance/result.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { interactionChecks } from '../../../src/verification/interaction-checks.ts';
import { type PactInteraction, readPact } from '../../../src/verification/pact.ts';
import type { PactVerifier } from '../../../src/verification/pact-verifier.ts';
import { startProvider } from '../../support/broken-provider.ts';
import { type OnlyResult, type Otherwise, only, ran, statesAt, toolsOf } from './support.ts';

/** The header that stands for the member's token. */
export const member = { Authorization: ['Bearer member-token'] };

/** A body of JSON as a pact of version 4 has it. */
export const bodyOf = (content: unknown): object => ({
  content,
  contentType: 'application/json',
  encoded: false,
});

/** What says that an interaction tests these rows. */
export const citing = (...rows: readonly string[]): object => ({
  comments: { references: { requirement: Object.fromEntries(rows.map((row) => [row, 'the documents'])) } },
});

/** The interactions of a pact that holds these. */
export function interactionsOf(...interactions: readonly object[]): readonly PactInteraction[] {
  const pact = {
    consumer: { name: 'portal' },
    provider: { name: 'case-management-service' },
    interactions,
    metadata: { pactSpecification: { version: '4.0' } },
  };
  const read = readPact(bundled, JSON.parse(JSON.stringify(pact)));
  if (read.kind === 'not-a-pact') throw new Error(read.message);
  return read.interactions;
}

/** What an interaction came to. */
export interface Verified {
  readonly result: OnlyResult;
  /** The requests that the provider saw, but for the one by which each run finds out whether it is there. */
  readonly seen: readonly ServiceRequest[];
}

/** The findings, without the exchanges that show them. */
export const found = ({ result }: Verified) =>
  result.findings.map(({ requirement, pointer, message }) => ({ requirement, pointer, message }));

/** What it takes to see what interactions come to. */
export function verificationWith(verifier: PactVerifier) {
  /** What a run of interactions comes to. */
  async function verifying(
    baseUrl: string,
    stateUrl: string | undefined,
    interactions: readonly object[],
    otherwise?: Otherwise,
  ): Promise<RunResult> {
    const tools = await toolsOf(verifier, statesAt(stateUrl));
    const isPrepared = stateUrl !== undefined;
    const checks = interactionChecks(interactionsOf(...interactions), tools);
    return ran(baseUrl, checks, { isPrepared, ...otherwise });
  }

  /** What an interaction comes to with the reference as provider, which behaves so. */
  async function verifiedWith(
    behaviour: Behaviour,
    interaction: object,
    { hasStates = true, ...otherwise }: Otherwise & { readonly hasStates?: boolean } = {},
  ): Promise<Verified> {
    const seen: ServiceRequest[] = [];
    const provider = await startProvider((request, reference) => {
      seen.push(request);
      return behaviour(request, reference);
    });
    try {
      const stateUrl = hasStates ? provider.stateUrl : undefined;
      const result = only(await verifying(provider.baseUrl, stateUrl, [interaction], otherwise));
      return { result, seen: seen.slice(1) };
    } finally {
      await provider.close();
    }
  }

  return { verifying, verifiedWith };
}
