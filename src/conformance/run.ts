import { randomBytes } from 'node:crypto';
import PQueue from 'p-queue';
import { foldAdvisories } from '../folds/advisories.ts';
import { foldAnswersForDrift } from '../folds/answers-for-drift.ts';
import { openFieldCounts } from '../folds/field-coverage.ts';
import { foldAbsentClients, foldJudgedAnswers, foldShownCases } from '../folds/member-answers.ts';
import { foldRejectedTokens } from '../folds/rejected-tokens.ts';
import { foldShownExchanges } from '../folds/shown-exchanges.ts';
import { foldForgeriesTried, foldSpellingsTried } from '../folds/tried.ts';
import { undecided } from '../harness/assertions.ts';
import { unmetNeeds } from '../harness/capabilities.ts';
import type { Check } from '../harness/check.ts';
import { judgeCheck } from '../harness/judge.ts';
import type { Observation, Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import type { Transport } from '../http/transport.ts';
import type { Specification } from '../specification/specification.ts';
import type { AnswerBudget } from '../trace/answer-budget.ts';
import { evidenceOf, outlineOf } from '../trace/evidence.ts';
import { appendingTo } from '../trace/trace.ts';
import { findingIn, resultOf, withOneExchangeList } from './check-result.ts';
import type { CollectedOfCheck } from './collected.ts';
import type { Discovered } from './discovery.ts';
import { endedEarly, openExchanges, openRun, type Tokens } from './exchanges.ts';
import { groupedObservations } from './observations.ts';
import { obstacleTo, refusalOfAll } from './obstacle.ts';
import { guardChanges } from './put-back/change-guard.ts';
import type { Journal } from './put-back/journal.ts';
import { summedCounts, totalOf } from './request-counts.ts';
import type { CheckResult, Remedy, RunResult, SuiteFault } from './result.ts';
import { openSession, type SessionContext } from './session.ts';

export interface RunOptions extends Omit<Sampling, 'thorough' | 'repeat'> {
  readonly thorough?: boolean | undefined;
  readonly repeat?: number | undefined;
  readonly specification: Specification;
  readonly target: Target;
  readonly tokens: Tokens;
  readonly transport: Transport;
  readonly checks: readonly Check[];
  /** The number of concurrent checks. The transport limits concurrent requests too. */
  readonly concurrency: number;
  /**
   * The journal for the originals of clients that the run changes. Required unless the data is disposable.
   */
  readonly journal?: Journal | undefined;
  /**
   * A random text to put into names that the target must not know yet, such as sub-domains. Unique to the
   * run.
   */
  readonly runTag?: string | undefined;
  /** Whether the run's data was made up: unlisted clients may be changed, and no data is personal. */
  readonly isPrepared?: boolean | undefined;
  /** Whether the changes at this moment belong to a provider state, which undoes them itself. */
  readonly isSetUp?: (() => boolean) | undefined;
  /** Milliseconds for which a restored client must not change, if a request may still take effect. */
  readonly settleMs?: number | undefined;
  /** Called before the run waits for `settleMs`. */
  readonly onSettling?: ((settleMs: number) => void) | undefined;
  /** Whether a report needs the exchanges and the personal data in them. Default: true. */
  readonly isReported?: boolean | undefined;
  /** The result of discovery. The run adds its own requests and counts to those of discovery. */
  readonly discovered?: Pick<Discovered, 'opened' | 'swept' | 'counts'> | undefined;
  /** Ends the run early. After it, only requests that restore clients are sent. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a check ends, with the number of checks that have ended. */
  readonly onResult?: (ended: number) => void;
}

/**
 * Runs the checks against a target, and restores the clients that they changed. The results are in the order
 * of the checks. Never rejects for what the target does; an error in a check is added to `suiteFaults`.
 */
export async function run(options: RunOptions): Promise<RunResult> {
  const { specification, target, tokens, transport, signal, isReported = true } = options;
  const { seed, runs, thorough = false, repeat = 1, path } = options;
  const { opened, swept, counts = openFieldCounts(specification) } = options.discovered ?? {};
  const { answerBudget, exchanges, personal } =
    opened ?? openRun(specification, transport, tokens, { isReported });
  if (signal !== undefined) exchanges.endAt(signal);
  const { journal, isPrepared = false, isSetUp, settleMs = 0, onSettling } = options;
  const changeGuard = guardChanges({
    ...{ specification, exchanges, target, journal, mayChangeUnlisted: isPrepared, isSetUp },
  });
  const observations: Observation[] = [];
  const folds = {
    shownCases: foldShownCases(),
    answersForDrift: foldAnswersForDrift(),
    judged: foldJudgedAnswers(),
    absentClients: foldAbsentClients(target),
    forgeriesTried: foldForgeriesTried(),
    spellingsTried: foldSpellingsTried(),
    advisories: foldAdvisories({ isSecure: target.baseUrl.startsWith('https:') }),
    rejectedTokens: foldRejectedTokens(),
    shown: foldShownExchanges(
      isReported ? (exchange) => evidenceOf(exchange, specification) : outlineOf,
      swept?.shown(),
    ),
  };
  const noService = await obstacleTo(exchanges, target, isPrepared);
  const context: SessionContext = {
    target,
    specification,
    shown: folds.shown.value,
    sender: changeGuard,
    exchanges,
    sampling: { seed, runs, thorough, repeat, ...(path === undefined ? {} : { path }) },
    runTag: options.runTag ?? newRunTag(),
    shared: new Map(),
    advisories: folds.advisories,
    rejectedTokens: folds.rejectedTokens,
    answerBudget,
    append: appendingTo(Object.values(folds)),
  };
  const outcomes = await outcomesOf(options, answerBudget, (check) => {
    if (noService !== undefined) return resultOf(check, [undecided('unreachable', noService)], []);
    const early = endedEarly(signal);
    if (early !== undefined) return resultOf(check, [undecided('ended-early', early)], []);
    return runCheck(check, context, observations, swept?.of(check.id));
  });
  if (changeGuard.hasStatusChanged()) observations.push(statusChanged);
  const refusal = noService === undefined ? await refusalOfAll(exchanges, target) : undefined;
  const obstacle = noService ?? refusal;
  const cutOff = noService === undefined ? await exchanges.cutOff() : new Set<string>();
  // Restoring needs new exchanges: those of the run may have given up on the target, or been ended by the signal.
  const last = openExchanges(transport, tokens);
  // One call at a time: a target may accept few connections, which idle ones would occupy.
  const resume = last.sendOneByOne();
  const putBack = await changeGuard.putBackAll({ exchanges: last, settleMs, onSettling });
  resume();
  const journalTrouble = changeGuard.journalTrouble();
  const requests = summedCounts([exchanges.counts(), last.counts()]);
  for (const record of folds.shownCases.value()) counts.add(record);
  return {
    ...withOneExchangeList(
      outcomes
        .filter((outcome): outcome is CheckResult => 'verdict' in outcome)
        .map((one) => (refusal === undefined ? withCutOff(one, cutOff) : withoutControl(one, refusal))),
      folds.shown.value(),
    ),
    suiteFaults: outcomes.filter((outcome): outcome is SuiteFault => 'error' in outcome),
    observations: groupedObservations(observations),
    requests: totalOf(requests),
    requestsByOperation: requests,
    judged: folds.judged.value(),
    forgeriesTried: folds.forgeriesTried.value(),
    spellingsTried: folds.spellingsTried.value(),
    putBack,
    absentClients: isPrepared ? [] : folds.absentClients.value(),
    ...(journalTrouble === undefined ? {} : { journalTrouble }),
    fieldCoverage: counts.coverage(),
    answersForDrift: folds.answersForDrift.value(),
    ...(isPrepared || personal === undefined ? {} : { personal: personal.value() }),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

export function newRunTag(): string {
  return randomBytes(4).toString('hex');
}

/**
 * Observed if a client's status differed between readings. Contains no details: which request changed it may be
 * chance, but observations must be the same in each run.
 */
const statusChanged: Observation = {
  requirement: 'client-status-transitions',
  subject: 'updateClient',
  value: 'the status changes',
};

type Outcome = CheckResult | SuiteFault;

/**
 * Runs the checks in stages, and returns their outcomes in the given order. Checks that change nothing run
 * first and concurrently: those that send requests, then those that repeat them. Checks that change clients
 * run one at a time, together with checks that no change affects. Checks that look at earlier exchanges run
 * last.
 */
async function outcomesOf(
  { checks, target, concurrency, onResult }: RunOptions,
  { concurrentChecks }: AnswerBudget,
  outcomeOf: (check: Check) => Outcome | Promise<Outcome>,
): Promise<Outcome[]> {
  const planned = applicableChecks(checks, target);
  const outcomes = new Map<Check, Outcome>();
  const several = (): number => concurrentChecks(concurrency);
  const runStage = async (stage: Check['stage'], limit: () => number): Promise<void> => {
    const queue = new PQueue({ concurrency: limit() });
    const ofStage = planned.filter((check) => check.stage === stage);
    const runOne = async (check: Check): Promise<void> => {
      // Catch any error, even one of `onResult`: clients must be restored in any case.
      try {
        outcomes.set(check, await outcomeOf(check));
        onResult?.(outcomes.size);
      } catch (error) {
        outcomes.set(check, { check: check.id, error });
      }
      queue.concurrency = limit();
    };
    await queue.addAll(ofStage.map((check) => () => runOne(check)));
  };
  await runStage(undefined, several);
  await runStage('repeat', several);
  let isChanging = planned.some(({ stage }) => stage === 'change');
  const changing = runStage('change', () => 1).then(() => {
    isChanging = false;
  });
  await runStage('during changes', () => Math.max(1, several() - (isChanging ? 1 : 0)));
  await changing;
  await runStage('last', () => 1);
  return planned.flatMap((check) => outcomes.get(check) ?? []);
}

export function applicableChecks(checks: readonly Check[], target: Target): Check[] {
  return checks.filter(({ applies }) => applies === undefined || applies(target));
}

async function runCheck(
  check: Check,
  context: SessionContext,
  observations: Observation[],
  swept: CollectedOfCheck = { judgements: [], exchanges: [] },
): Promise<Outcome> {
  const session = openSession(context);
  try {
    const needed = unmetNeeds(check.needs, context.target).map(({ reason, remedy }) =>
      undecided(reason, remedy),
    );
    // A check whose needs are not met may still be decided by cases that discovery read.
    if (needed.length > 0) {
      const judgements = swept.judgements.length === 0 ? needed : swept.judgements;
      return resultOf(check, judgements, swept.exchanges);
    }
    const own = await judgeCheck(check, session, swept.judgements.length > 0);
    const judgements = [...own, ...swept.judgements];
    const looked = [...session.exchanges, ...swept.exchanges];
    const numbers = new Set(looked);
    for (const judgement of judgements) {
      if (judgement.kind === 'observes') observations.push(judgement.observation);
      const found = findingIn(judgement);
      if (found !== undefined && !numbers.has(found.reply))
        throw new Error(`The check ${check.id} names a reply that it did not look at.`);
    }
    return resultOf(check, judgements, looked);
  } catch (error) {
    return { check: check.id, error };
  }
}

function withCutOff(result: CheckResult, cutOff: ReadonlySet<string>): CheckResult {
  const remedies = result.remedies.map(
    (one): Remedy =>
      one.reason === 'unreachable' && cutOff.has(one.remedy) ? { ...one, isCutOff: true } : one,
  );
  return { ...result, remedies };
}

function withoutControl(result: CheckResult, refusal: string): CheckResult {
  const { advisories: _, ...further } = result;
  const remedies: Remedy[] = [{ reason: 'control-refused', remedy: refusal }];
  return { ...further, verdict: 'inconclusive', reason: 'control-refused', remedies, findings: [] };
}
