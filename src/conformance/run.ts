import PQueue from 'p-queue';
import { unmet } from '../checks/capabilities.ts';
import type { Check, Deviation, Judgement } from '../checks/check.ts';
import { Undecidable } from '../checks/check.ts';
import { undecided } from '../checks/judgements.ts';
import type { Target } from '../checks/target.ts';
import { getOrganisation } from '../client/calls.ts';
import { type Evidence, evidenceOf } from '../http/evidence.ts';
import type { Transport } from '../http/transport.ts';
import { bodySchema } from '../specification/bodies.ts';
import { type Exchange, type Exchanges, openExchanges, type Tokens } from './exchanges.ts';
import { createObservations } from './observations.ts';
import type { CheckResult, RunResult, SuiteFault } from './result.ts';
import { openSession, type SessionContext } from './session.ts';
import { verdictOf } from './verdict.ts';

export interface RunOptions {
  readonly target: Target;
  readonly tokens: Tokens;
  readonly transport: Transport;
  readonly checks: readonly Check[];
  /** Checks under way at once; the transport bounds their requests besides. */
  readonly concurrency: number;
  /** Decides every identifier that a run makes up. */
  readonly seed: number;
  /** Told of each check as it ends, with how many have ended. */
  readonly onResult?: (ended: number) => void;
}

/**
 * Runs the checks against a target; the results are in the order of the checks. Never rejects for what the target
 * does; what breaks in a check is among the suite's faults.
 */
export async function run(options: RunOptions): Promise<RunResult> {
  const { target, tokens, transport, seed, onResult } = options;
  const exchanges = openExchanges(transport, tokens);
  const observations = createObservations();
  const obstacle = await obstacleTo(exchanges, target);
  const context: SessionContext = { target, exchanges, seed, observe: observations.add };
  const queue = new PQueue({ concurrency: options.concurrency });
  let ended = 0;
  const outcomes = await queue.addAll(
    plan(options.checks, target).map((check) => async () => {
      const outcome =
        obstacle === undefined
          ? await runCheck(check, context)
          : resultOf(check, [undecided('unreachable', obstacle)], []);
      ended += 1;
      onResult?.(ended);
      return outcome;
    }),
  );
  return {
    results: outcomes.filter((outcome): outcome is CheckResult => !('error' in outcome)),
    suiteFaults: outcomes.filter((outcome): outcome is SuiteFault => 'error' in outcome),
    observations: observations.seen(),
    requests: exchanges.count(),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/**
 * Why the target cannot be tested at all, as one request shows: it does not answer, or is not at this address. One
 * that hands its callers to another host is not followed, since the token is for this one.
 */
async function obstacleTo(exchanges: Exchanges, target: Target): Promise<string | undefined> {
  try {
    const { status, headers } = await exchanges.recall(getOrganisation(), 'member');
    const { location = '' } = headers;
    if (status < 300 || status > 399 || !URL.canParse(location, target.baseUrl)) return undefined;
    const { origin } = new URL(location, target.baseUrl);
    if (origin === new URL(target.baseUrl).origin) return undefined;
    return `${target.baseUrl} redirects to ${origin}, where nothing was sent. Set baseUrl to the address of the service itself.`;
  } catch (error) {
    if (error instanceof Undecidable && error.reason === 'unreachable') return error.message;
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}

/** The checks that have a meaning for the target, in their order. */
export function plan(checks: readonly Check[], target: Target): Check[] {
  return checks.filter(({ applies }) => applies === undefined || applies(target));
}

async function runCheck(check: Check, context: SessionContext): Promise<CheckResult | SuiteFault> {
  const needed = unmet(check.needs, context.target).map(({ reason, remedy }) => undecided(reason, remedy));
  if (needed.length > 0) return resultOf(check, needed, []);
  const session = openSession(context);
  const judgements: Judgement[] = [];
  try {
    for await (const judgement of check.run(session)) judgements.push(judgement);
    if (judgements.length === 0) throw new Error(`The check ${check.id} judged nothing.`);
  } catch (error) {
    if (!(error instanceof Undecidable)) return { check: check.id, error };
    judgements.push(undecided(error.reason, error.message));
  }
  return resultOf(check, judgements, session.exchanges);
}

function resultOf(
  check: Check,
  judgements: readonly Judgement[],
  exchanges: readonly Exchange[],
): CheckResult {
  const { id, title, operation, requirements } = check;
  const findings = judgements.flatMap((judgement) =>
    judgement.kind === 'deviates' ? [judgement.finding] : [],
  );
  return {
    id,
    title,
    operation,
    requirements,
    ...verdictOf(judgements),
    remedies: judgements.flatMap((judgement) =>
      judgement.kind === 'undecided' ? [{ reason: judgement.reason, remedy: judgement.message }] : [],
    ),
    findings,
    evidence: exchanges.map((exchange, number) => evidenceFor(exchange, number, findings)),
  };
}

function evidenceFor(exchange: Exchange, number: number, findings: readonly Deviation[]): Evidence {
  const { call, credentials, status } = exchange;
  const bodyLength = call.body === undefined ? {} : { bodyLength: call.body.length };
  return evidenceOf(
    { method: call.method, path: call.path, credentials, ...bodyLength },
    exchange,
    bodySchema(call.operation, status),
    findings.filter(({ reply }) => reply === number).map(({ pointer }) => pointer),
  );
}
