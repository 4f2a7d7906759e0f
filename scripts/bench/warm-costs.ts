import { startEmbedded } from '../../src/cli/opened-reference.ts';
import type { WireRequest } from '../../src/http/transport.ts';
import type { Costs } from './figure.ts';
import { runOnce } from './recorded-requests.ts';
import { sendBare } from './send-bare.ts';

/**
 * The cost of a run, compared with sending its requests without judging the answers. Measured in one warm process, so
 * start-up does not count.
 */
export async function warmCosts(rounds: number): Promise<Costs> {
  const embedded = await startEmbedded();
  const { baseUrl, concurrency } = embedded.target.transport;
  const costs: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const requests: WireRequest[] = [];
    const started = process.cpuUsage();
    await runOnce(embedded, round, (request) => requests.push(request));
    const ran = processorTimeSince(started);
    const ranAt = process.cpuUsage();
    await sendBare(baseUrl, concurrency, requests);
    // The first round is for warm-up.
    if (round > 0) costs.push([ran, processorTimeSince(ranAt)]);
  }
  await embedded.close();
  return costs;
}

function processorTimeSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(earlier);
  return user + system;
}
