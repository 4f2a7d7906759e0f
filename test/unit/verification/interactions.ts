import type { Behaviour, ServiceRequest } from '../../../faults/behaviour.ts';
import type { RunResult } from '../../../src/conformance/result.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { interactionChecks } from '../../../src/verification/interaction-checks.ts';
import { type PactInteraction, readPact } from '../../../src/verification/pact.ts';
import type { PactVerifier } from '../../../src/verification/pact-verifier.ts';
import { startProvider } from '../../support/broken-provider.ts';
import { type OnlyResult, type Otherwise, only, ran, statesAt, toolsOf } from './support.ts';

export const member = { Authorization: ['Bearer member-token'] };

export const bodyOf = (content: unknown): object => ({
  content,
  contentType: 'application/json',
  encoded: false,
});

export const citing = (...rows: readonly string[]): object => ({
  comments: { references: { requirement: Object.fromEntries(rows.map((row) => [row, 'the documents'])) } },
});

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

export interface Verified {
  readonly result: OnlyResult;
  readonly seen: readonly ServiceRequest[];
}

export const found = ({ result }: Verified) =>
  result.findings.map(({ requirement, pointer, message }) => ({ requirement, pointer, message }));

export function verificationWith(verifier: PactVerifier) {
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
