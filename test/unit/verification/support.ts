import { text } from 'node:stream/consumers';
import { afterAll, onTestFinished } from 'vitest';
import { demoTarget } from '../../../proof/demo-target.ts';
import type { Tokens } from '../../../src/conformance/exchanges.ts';
import type { CheckResult, RunResult } from '../../../src/conformance/result.ts';
import { run } from '../../../src/conformance/run.ts';
import { startPactVerifier } from '../../../src/gate/verification/pact-process.ts';
import type { Check } from '../../../src/harness/check.ts';
import type { Target } from '../../../src/harness/target.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { readDemo } from '../../../src/reference/demo.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { PactVerifier } from '../../../src/verification/pact-verifier.ts';
import { openProviderStates, type ProviderStates } from '../../../src/verification/provider-states.ts';
import { startRelay } from '../../../src/verification/relay.ts';
import { openStateEndpoint } from '../../../src/verification/state-endpoint.ts';
import type { VerificationTools } from '../../../src/verification/verified-interaction.ts';
import { during } from '../../support/during.ts';
import { serve } from '../../support/hostile.ts';
import { transportTo as openTransportTo } from '../../support/transport.ts';

const demo = await readDemo();

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Returns the answer of a test server, or undefined to break the connection. */
export type Answering = (
  request: SeenRequest,
) =>
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | undefined;

export interface SeeingServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

export async function serving(answering: Answering): Promise<SeeingServer> {
  const seen: SeenRequest[] = [];
  const { url } = await during(
    serve(async (incoming, outgoing) => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body: await text(incoming) };
      seen.push(request);
      const answer = answering(request);
      if (answer === undefined) outgoing.destroy();
      else outgoing.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    }),
  );
  return { url, seen };
}

export function transportTo(baseUrl: string, timeoutMs?: number): Transport {
  return openTransportTo(baseUrl, { concurrency: 1, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
}

export function statesAt(stateUrl?: string, timeoutMs?: number): ProviderStates {
  if (stateUrl === undefined) return openProviderStates(undefined);
  const { origin, pathname } = new URL(stateUrl);
  return openProviderStates(openStateEndpoint(transportTo(origin, timeoutMs), pathname));
}

export async function verifierUntilTheEnd(): ReturnType<typeof startPactVerifier> {
  const verifier = await startPactVerifier(process.env, 10_000);
  afterAll(verifier.close);
  return verifier;
}

export async function toolsOf(verifier: PactVerifier, states: ProviderStates): Promise<VerificationTools> {
  const relay = await startRelay();
  onTestFinished(relay.close);
  return { verifier, relay, states, mask: (text) => text };
}

export interface Otherwise {
  readonly target?: Partial<Target>;
  readonly tokens?: Tokens;
  readonly seed?: number;
  readonly runs?: number;
  readonly path?: string;
  readonly isPrepared?: boolean;
  readonly isSetUp?: () => boolean;
}

export async function ran(
  baseUrl: string,
  checks: readonly Check[],
  { target, tokens, ...sampling }: Otherwise = {},
): Promise<RunResult> {
  const own = demoTarget(demo, baseUrl);
  return run({
    specification: bundled,
    target: { ...own.target, ...target },
    tokens: tokens ?? own.tokens,
    transport: transportTo(baseUrl),
    checks,
    concurrency: 1,
    seed: 1,
    runs: 1,
    ...sampling,
  });
}

export interface OnlyResult extends CheckResult {
  readonly exchanges: RunResult['exchanges'];
}

export function only({ results, exchanges, suiteFaults }: RunResult): OnlyResult {
  const [result] = results;
  if (suiteFaults[0] !== undefined) throw suiteFaults[0].error;
  if (result === undefined || results.length > 1) throw new Error(`There are ${results.length} results.`);
  return { ...result, exchanges };
}
