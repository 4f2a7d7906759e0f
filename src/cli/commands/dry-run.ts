import { conformingTransport } from '../../conformance/conforming-transport.ts';
import type { RunOptions } from '../../conformance/run.ts';
import { run } from '../../conformance/run.ts';
import type { ExitStatus } from '../../gate/failure.ts';
import type { TokenName } from '../../harness/target.ts';
import { readJson } from '../../http/json.ts';
import type { WireRequest } from '../../http/transport.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Prints each request that a run would send to a deployment that conforms, and sends none. One that shows less of its
 * clients is sent fewer; where something deviates at random, or is throttled, a run sends more.
 */
export async function dryRun(
  options: Omit<RunOptions, 'transport' | 'journal' | 'concurrency'>,
  { output }: Terminal,
): Promise<ExitStatus> {
  let requests = 0;
  const transport = conformingTransport(
    options.specification,
    options.target,
    options.tokens,
    (request, caller) => {
      requests += 1;
      output.write(`${lineOf(request, caller)}\n`);
    },
  );
  const journal = { keep: async () => {}, forget: async () => {} };
  // One at a time, so that the order is the same each time.
  await run({ ...options, transport, journal, concurrency: 1 });
  output.write(
    `${requests} requests to ${options.target.baseUrl}, none of them sent. Where clients show less, a run sends fewer.\n`,
  );
  return 0;
}

function lineOf({ method, path, body }: WireRequest, caller: TokenName | undefined): string {
  const fields = body === undefined ? '' : ` ${namesIn(body)}`;
  return `${method} ${path}  (${caller ?? 'no valid token'})${fields}`;
}

/** The fields that a body names, or what it is instead. */
function namesIn(body: string): string {
  const json = readJson(new TextEncoder().encode(body));
  if (json.kind !== 'json') return 'no JSON';
  const { value } = json;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? `{${Object.keys(value).join(', ')}}` : 'no object';
}
