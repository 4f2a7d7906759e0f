import { checksOf } from '../../src/checks/all.ts';
import { startEmbedded } from '../../src/cli/opened-reference.ts';
import { run } from '../../src/conformance/run.ts';
import type { GateTarget } from '../../src/gate/target.ts';
import { openTransport, type WireRequest } from '../../src/http/transport.ts';
import { bundled } from '../../src/specification/bundled.ts';

export async function recordedRequests(): Promise<WireRequest[]> {
  const embedded = await startEmbedded();
  const requests: WireRequest[] = [];
  await runOnce(embedded, 1, (request) => requests.push(request));
  await embedded.close();
  return requests;
}

export async function runOnce(
  { target: configured }: { readonly target: GateTarget },
  seed: number,
  onRequest: (request: WireRequest) => void,
): Promise<void> {
  const transport = openTransport(configured.transport);
  const recording = {
    ...transport,
    send: (request: WireRequest) => {
      onRequest(request);
      return transport.send(request);
    },
  };
  const { target, tokens } = configured;
  const { concurrency } = configured.transport;
  await run({
    target,
    tokens,
    specification: bundled,
    transport: recording,
    checks: checksOf(bundled),
    concurrency,
    seed,
    runs: 10,
  });
  await transport.close();
}
