import { allChecks } from '../../src/checks/all.ts';
import { startEmbedded } from '../../src/cli/embedded-reference.ts';
import { run } from '../../src/conformance/run.ts';
import { openTransport, type WireRequest } from '../../src/http/transport.ts';

/** Every request that `check --reference` sends, in the order in which it sends them. */
export async function recordedRequests(): Promise<WireRequest[]> {
  const { target: configured, close } = await startEmbedded();
  const transport = openTransport(configured.transport);
  const requests: WireRequest[] = [];
  const recording = {
    ...transport,
    send: (request: WireRequest) => {
      requests.push(request);
      return transport.send(request);
    },
  };
  await run({ ...configured, transport: recording, checks: allChecks, concurrency: 4, seed: 1 });
  await transport.close();
  await close();
  return requests;
}
