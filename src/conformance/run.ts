import { randomBytes } from 'node:crypto';
import PQueue from 'p-queue';
import { getOrganisation } from '../api/calls.ts';
import { undecided } from '../harness/assertions.ts';
import { unmet } from '../harness/capabilities.ts';
import { type Check, type Deviation, type Judgement, Undecidable } from '../harness/check.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import type { Transport } from '../http/transport.ts';
import type { Specification } from '../specification/specification.ts';
import { type Exchanges, endedEarly, openExchanges, type Tokens } from './exchanges.ts';
import { fieldCoverageOf } from './field-coverage.ts';
import { fingerprintOf } from './fingerprint.ts';
import { keepAnswers } from './kept-answers.ts';
import { type Lightening, openLightening } from './lightening.ts';
import { createObservations } from './observations.ts';
import { guardChanges } from './put-back/change-guard.ts';
import type { Journal } from './put-back/journal.ts';
import type { CheckResult, Remedy, RunResult, SuiteFault } from './result.ts';
import { openSession, type SessionContext } from './session.ts';
import { evidenceFor, type ShownExchange } from './shown-exchange.ts';
import { createShownRecords } from './shown-records.ts';
import { verdictOf } from './verdict.ts';

export interface RunOptions extends Sampling {
  /** What the target is held to. */
  readonly specification: Specification;
  readonly target: Target;
  readonly tokens: Tokens;
  readonly transport: Transport;
  readonly checks: readonly Check[];
  /** Checks under way at once; the transport bounds their requests besides. */
  readonly concurrency: number;
  /** Keeps the clients that the run changes; without one, a target is changed only where its data is disposable. */
  readonly journal?: Journal | undefined;
  /** Whether clients are set up for the run, which may be changed though they are not listed. */
  readonly mayChangeUnlisted?: boolean | undefined;
  /** Milliseconds for which a client must stay as it was, where a change of it may still be on its way; usually none. */
  readonly settleMs?: number | undefined;
  /** Told before the run waits for that. */
  readonly onSettling?: ((settleMs: number) => void) | undefined;
  /** Ends the run early: nothing more is sent but what puts clients back. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each check as it ends, with how many have ended. */
  readonly onResult?: (ended: number) => void;
}

/**
 * Runs the checks against a target, and puts back what they changed; the results are in the order of the checks.
 * Never rejects for what the target does; what breaks in a check is among the suite's faults.
 */
export async function run(options: RunOptions): Promise<RunResult> {
  const { specification, target, tokens, transport, seed, runs, path, signal } = options;
  const lightening = openLightening(specification);
  const exchanges = openExchanges(transport, tokens, signal, lightening);
  const { journal, mayChangeUnlisted, settleMs = 0, onSettling } = options;
  const changeGuard = guardChanges({ specification, exchanges, target, journal, mayChangeUnlisted });
  const observations = createObservations();
  const shown = createShownRecords();
  const answers = keepAnswers();
  const obstacle = await obstacleTo(exchanges, target);
  const context: SessionContext = {
    target,
    specification,
    exchanges: changeGuard.exchanges,
    sampling: { seed, runs, ...(path === undefined ? {} : { path }) },
    mark: randomBytes(4).toString('hex'),
    shared: new Map(),
    observe: observations.add,
    recordsOfOthers: changeGuard.recordsOfOthers,
    lightening,
    onReply: (exchange) => {
      shown.add(exchange);
      answers.add(exchange);
    },
  };
  const outcomes = await outcomesOf(options, lightening, (check) => {
    const hindrance = obstacle ?? endedEarly(signal);
    return hindrance === undefined
      ? runCheck(check, context)
      : resultOf(check, [undecided('unreachable', hindrance)], []);
  });
  // With a patience of their own, and also when the run was ended early.
  const last = openExchanges(transport, tokens);
  const putBack = await changeGuard.putBackAll({ exchanges: last, settleMs, onSettling });
  const journalTrouble = changeGuard.journalTrouble();
  return {
    results: outcomes.filter((outcome): outcome is CheckResult => !('error' in outcome)),
    suiteFaults: outcomes.filter((outcome): outcome is SuiteFault => 'error' in outcome),
    observations: observations.seen(),
    requests: exchanges.count() + last.count(),
    putBack,
    ...(journalTrouble === undefined ? {} : { journalTrouble }),
    fieldCoverage: fieldCoverageOf(specification, shown.all()),
    kept: answers.kept(),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

type Outcome = CheckResult | SuiteFault;

/** The outcomes of the checks in their order: first those that change nothing, several at once; then the others. */
async function outcomesOf(
  { checks, target, concurrency, onResult }: RunOptions,
  { checksAtOnce }: Lightening,
  outcomeOf: (check: Check) => Outcome | Promise<Outcome>,
): Promise<Outcome[]> {
  let ended = 0;
  const queue = new PQueue({ concurrency: checksAtOnce(concurrency) });
  const alone = new PQueue({ concurrency: 1, autoStart: false });
  const outcomes = plan(checks, target).map((check) =>
    (check.changes === true ? alone : queue).add(async () => {
      // Whatever breaks here, also in who is told of it, must not keep clients from being put back.
      try {
        const outcome = await outcomeOf(check);
        queue.concurrency = checksAtOnce(concurrency);
        ended += 1;
        onResult?.(ended);
        return outcome;
      } catch (error) {
        return { check: check.id, error };
      }
    }),
  );
  await queue.onIdle();
  alone.start();
  return Promise.all(outcomes);
}

/**
 * Why the target cannot be tested at all, as one request shows: it does not answer, or is not at this address. One
 * that hands its callers to another host is not followed, since the token is for this one.
 */
async function obstacleTo(exchanges: Exchanges, target: Target): Promise<string | undefined> {
  try {
    const { status, headers } = await exchanges.sendOnce(getOrganisation(), 'member');
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
  const session = openSession(context);
  const judgements: Judgement[] = [];
  try {
    const needed = unmet(check.needs, context.target).map(({ reason, remedy }) => undecided(reason, remedy));
    if (needed.length > 0) return resultOf(check, needed, []);
    for await (const judgement of check.run(session)) judgements.push(judgement);
    if (judgements.length === 0) throw new Error(`The check ${check.id} judged nothing.`);
    for (const judgement of judgements) {
      if (judgement.kind === 'deviates' && placeOf(judgement.finding, session.exchanges) === -1)
        throw new Error(`The check ${check.id} names a reply that it did not look at.`);
    }
  } catch (error) {
    if (!(error instanceof Undecidable)) return { check: check.id, error };
    judgements.push(undecided(error.reason, error.message));
  }
  return resultOf(check, judgements, session.exchanges);
}

function resultOf(
  check: Check,
  judgements: readonly Judgement[],
  exchanges: readonly ShownExchange[],
): CheckResult {
  const { id, title, operation, requirements } = check;
  // A reply is named by its place among those that the check looked at.
  const findings = judgements.flatMap((judgement) =>
    judgement.kind === 'deviates'
      ? [
          {
            ...judgement.finding,
            reply: placeOf(judgement.finding, exchanges),
            fingerprint: fingerprintOf(check, judgement.finding),
          },
        ]
      : [],
  );
  return {
    id,
    title,
    operation,
    requirements,
    ...verdictOf(judgements),
    remedies: judgements.flatMap((judgement) =>
      judgement.kind === 'undecided' ? [remedyOf(judgement)] : [],
    ),
    findings,
    evidence: exchanges.map((exchange, place) => evidenceFor(exchange, place, findings)),
  };
}

function remedyOf({ reason, message, isPending }: Extract<Judgement, { kind: 'undecided' }>): Remedy {
  return { reason, remedy: message, ...(isPending === true ? { isPending } : {}) };
}

function placeOf({ reply }: Deviation, exchanges: readonly ShownExchange[]): number {
  return exchanges.findIndex(({ number }) => number === reply);
}
