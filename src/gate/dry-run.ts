import { callerOf, conformingTransport } from '../conformance/conforming-transport.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import { run } from '../conformance/run.ts';
import { maskingOf } from '../http/masking.ts';
import { type Delivery, openTransport, type Transport, type WireRequest } from '../http/transport.ts';
import { isObject, parsedJson } from '../schema/json.ts';
import { assertBudget, type DiscoveryOptions, targetOfRun } from './discovery.ts';
import { checksToRun, type SamplingOptions, type Selection, samplingOf } from './selection.ts';
import type { GateTarget } from './target.ts';

/**
 * Prints a line for each request that a run would send to a conforming deployment. Only the requests that discover
 * cases are sent. A real run sends fewer if clients have fewer fields, and more if the target throttles or deviates at
 * random.
 */
export async function dryRun(
  gateTarget: GateTarget,
  options: SamplingOptions & Selection & DiscoveryOptions,
  print: (line: string) => void,
): Promise<void> {
  const { specification, tokens, secrets, transport: limits } = gateTarget;
  const sampling = samplingOf(options);
  assertBudget(options);
  // A URL may contain a secret, and the query of a request with forged credentials may contain a token.
  const mask = maskingOf(secrets);
  let requests = 0;
  const show = (request: WireRequest): void => {
    requests += 1;
    print(mask(lineOf(request)));
  };
  const wire = openTransport(limits);
  const answers = new Map<string, Delivery>();
  let sent = 0;
  let send: Transport['send'] = async (request) => {
    sent += 1;
    show(request);
    const answer = await wire.send(request);
    answers.set(nameOf(request), answer);
    return answer;
  };
  const transport: Transport = { send: (request) => send(request), close: wire.close };
  try {
    const { target, found } = await targetOfRun(gateTarget, options, transport, { onNotice: print });
    const conforming = conformingTransport(specification, target);
    // From here on, nothing is sent. A request that discovery already sent gets the same answer again.
    send = async (request) => {
      show(request);
      return answers.get(nameOf(request)) ?? conforming.send(request);
    };
    const { checks } = checksToRun({ ...options, specification })(target);
    await run({
      ...{ specification, target, tokens, transport, discovered: found, ...sampling },
      checks,
      journal: noJournal,
      // One check runs at a time, so the order is deterministic.
      concurrency: 1,
    });
  } finally {
    await wire.close();
  }
  const without = sent === 0 ? 'none of them sent' : `of which ${sent} were sent to find cases`;
  print(
    `${requests} requests to ${mask(limits.baseUrl)}, ${without}. A run with --seed ${sampling.seed} sends these; where clients show less, fewer.`,
  );
}

/** Further headers, such as conditions, do not change what the model shows. */
function nameOf({ method, path, headers }: WireRequest): string {
  return JSON.stringify([method, path, headers.authorization]);
}

function lineOf(request: WireRequest): string {
  const { method, path, body } = request;
  const fields = body === undefined ? '' : ` ${namesIn(body)}`;
  return `${method} ${path}  (${callerOf(request) ?? 'no valid token'})${fields}`;
}

function namesIn(body: string): string {
  const value = parsedJson(body);
  if (value === undefined) return 'no JSON';
  return isObject(value) ? `{${Object.keys(value).join(', ')}}` : 'no object';
}
