import type { CheckOptions } from '../gate/check.ts';
import { simulateCheck } from '../gate/dry-run.ts';
import type { GateTarget } from '../gate/target.ts';
import type { TokenName } from '../harness/target.ts';
import { maskingOf } from '../http/masking.ts';
import type { WireRequest } from '../http/transport.ts';
import { isObject, parsedJson } from '../schema/json.ts';
import type { ExitStatus } from './exit-status.ts';
import { linesTo, type Terminal, write } from './terminal.ts';

/** Prints each request that a run would send to a conforming deployment. Only requests that discover cases are sent. */
export async function dryRun(
  target: GateTarget,
  options: CheckOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  // A URL may contain a secret, and the query of a request with forged credentials may contain a token.
  const mask = maskingOf(target.secrets);
  const { output } = terminal;
  let requests = 0;
  const hooks = { ...options, onNotice: linesTo(terminal) };
  const { seed, sent } = await simulateCheck(target, hooks, (request, caller) => {
    requests += 1;
    write(output, `${mask(lineOf(request, caller))}\n`);
  });
  const without = sent === 0 ? 'none of them sent' : `of which ${sent} were sent to find cases`;
  write(
    output,
    `${requests} requests to ${mask(target.transport.baseUrl)}, ${without}. A run with --seed ${seed} sends these; where clients show less, fewer.\n`,
  );
  return 0;
}

function lineOf({ method, path, body }: WireRequest, caller: TokenName | undefined): string {
  const fields = body === undefined ? '' : ` ${namesIn(body)}`;
  return `${method} ${path}  (${caller ?? 'no valid token'})${fields}`;
}

function namesIn(body: string): string {
  const value = parsedJson(body);
  if (value === undefined) return 'no JSON';
  return isObject(value) ? `{${Object.keys(value).join(', ')}}` : 'no object';
}
