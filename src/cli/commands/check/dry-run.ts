import { type CheckOptions, simulateCheck } from '../../../gate/check.ts';
import type { GateTarget } from '../../../gate/gate-target.ts';
import type { TokenName } from '../../../harness/target.ts';
import { readJson } from '../../../http/json.ts';
import { maskingOf } from '../../../http/masking.ts';
import type { WireRequest } from '../../../http/transport.ts';
import { isObject } from '../../../schema/json.ts';
import type { ExitStatus } from '../../exit-status.ts';
import { type Terminal, write } from '../../terminal.ts';

/** Prints each request that a run would send to a deployment that conforms, and sends none. */
export async function dryRun(
  target: GateTarget,
  options: CheckOptions,
  { output }: Terminal,
): Promise<ExitStatus> {
  // A secret may stand in an address, too.
  const mask = maskingOf(target.secrets);
  let requests = 0;
  await simulateCheck(target, options, (request, caller) => {
    requests += 1;
    write(output, `${lineOf(request, caller)}\n`);
  });
  write(
    output,
    `${requests} requests to ${mask(target.target.baseUrl)}, none of them sent. Where clients show less, a run sends fewer.\n`,
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
  return isObject(json.value) ? `{${Object.keys(json.value).join(', ')}}` : 'no object';
}
