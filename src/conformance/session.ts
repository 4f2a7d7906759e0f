import { createHash } from 'node:crypto';
import type { Advised } from '../folds/advisories.ts';
import type { ShownExchanges } from '../folds/shown-exchanges.ts';
import type { Sampling, Session } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import type { Specification } from '../specification/specification.ts';
import type { AnswerBudget } from '../trace/answer-budget.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Exchange } from '../trace/exchange.ts';
import { undecidableIn } from '../trace/gap.ts';
import type { Fold } from '../trace/trace.ts';
import type { Exchanges } from './exchanges.ts';
import type { ChangeGuard } from './put-back/change-guard.ts';

export interface SessionContext {
  readonly target: Target;
  readonly specification: Specification;
  readonly shown: Fold<ShownExchanges>['value'];
  readonly sender: Pick<ChangeGuard, 'send' | 'readingSinceChange' | 'recordsOfOthers' | 'underConcurrency'>;
  readonly exchanges: Pick<Exchanges, 'gather' | 'wait'>;
  readonly sampling: Sampling;
  readonly runTag: string;
  readonly shared: Map<Making, Promise<Shared>>;
  readonly advisories: Fold<readonly Advised[]>;
  readonly rejectedTokens: Fold<readonly Exchange[]>;
  readonly append: Fold<unknown>['add'];
  readonly answerBudget: AnswerBudget;
}

type Making = (session: Session) => Promise<unknown>;

interface Shared {
  readonly exchanges: readonly number[];
  readonly outcome: PromiseSettledResult<unknown>;
}

/**
 * @returns the session, and the numbers of the exchanges that it looked at
 * @param kept - returns a smaller form of an exchange that is kept until the end of the run
 */
export function openSession(
  context: SessionContext,
  kept = (exchange: Exchange): Exchange => exchange,
): Session & { readonly exchanges: readonly number[] } {
  const { target, specification, shown, sender, sampling, runTag, append } = context;
  const seen = new Set<number>();
  const remember = (exchange: Exchange): Exchange => {
    seen.add(exchange.number);
    append(exchange);
    if (exchange.whenConcurrent !== undefined) remember(exchange.whenConcurrent);
    return kept(exchange);
  };
  const send: ChangeGuard['send'] = async (...asked) => remember(await sender.send(...asked));
  /** For requests that were sent together, checks must see the first answer, not the answer of a retry. */
  const concurrentAnswer = (exchange: Exchange): Exchange | Error =>
    exchange.lost ?? remember(exchange.whenConcurrent ?? exchange);
  return {
    target,
    specification,
    sampling,
    runTag,
    get exchanges() {
      return [...seen];
    },
    share: async <Value>(
      make: (session: Session) => Promise<Value>,
      looksAt?: (shown: Evidence) => boolean,
    ) => {
      const { exchanges, outcome } = await sharedIn(context, make);
      for (const number of exchanges) {
        const evidence = shown().get(number);
        if (looksAt === undefined || (evidence !== undefined && looksAt(evidence))) seen.add(number);
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value as Value;
    },
    send,
    sendConcurrently: async (asked) => {
      const came: (Exchange | Error)[] = [];
      while (came.length < asked.length) {
        const rest = asked.slice(came.length);
        const burst = rest.slice(0, await context.exchanges.gather(rest.length));
        const sent = await Promise.allSettled(
          burst.map(({ call, credentials, isShared }) => sender.send(call, credentials, isShared)),
        );
        for (const one of sent)
          came.push(one.status === 'fulfilled' ? concurrentAnswer(one.value) : undecidableIn(one.reason));
      }
      return came;
    },
    underConcurrency: sender.underConcurrency,
    wait: context.exchanges.wait,
    sendOnce: (call, credentials) => send(call, credentials, true),
    sendSinceChange: async (call, credentials) =>
      remember(sender.readingSinceChange(call, credentials) ?? (await sender.send(call, credentials))),
    recordsOfOthers: () => sender.recordsOfOthers().map(remember),
    rejectedTokens: () => context.rejectedTokens.value().map(remember),
    advisedOf: (operation) =>
      context.advisories
        .value()
        .filter((one) => one.operation === operation)
        .map(({ advisory }) => {
          seen.add(advisory.reply);
          return advisory;
        }),
    unusedIdentifier: (label) => identifier(`${sampling.seed} ${label}`),
  };
}

function sharedIn(context: SessionContext, make: Making): Promise<Shared> {
  const known = context.shared.get(make);
  if (known !== undefined) return known;
  const session = openSession(context, context.answerBudget.kept);
  const making = Promise.allSettled([make(session)]).then(([outcome]) => ({
    exchanges: session.exchanges,
    outcome,
  }));
  context.shared.set(make, making);
  return making;
}

function identifier(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-4$3-${variant}$4-$5`);
}
