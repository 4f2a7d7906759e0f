import { createHash } from 'node:crypto';
import type { Call } from '../../../src/api/calls.ts';
import type { Check, Judgement } from '../../../src/harness/check.ts';
import { collectItems } from '../../../src/harness/probe-items.ts';
import type { Credentials, Observation, Sampling, Session } from '../../../src/harness/session.ts';
import type { Target } from '../../../src/harness/target.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { undecidableIn } from '../../../src/trace/gap.ts';
import { exchangeOf } from '../../support/exchange.ts';

/** The target's answer to a call: a status, a body and headers. Throws `Undecidable` for no answer. */
export type Answerer = (
  call: Call,
  credentials: Credentials,
) => readonly [status: number, body: string, headers?: Readonly<Record<string, string>>];

export const noTarget: Target = {
  baseUrl: 'https://acme.example',
  tokens: new Set(['member']),
  restrictedOperations: undefined,
  cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] },
  foreignCases: [],
  clients: [],
  writes: 'none',
};

export interface Judged {
  readonly judgements: readonly Judgement[];
  readonly undecidable?: string;
  readonly remedy?: string;
  readonly observations: readonly Observation[];
}

export async function judge(
  check: Check,
  answer: Answerer,
  target: Target = noTarget,
  sampling: Partial<Sampling> = {},
): Promise<Judged> {
  const observations: Observation[] = [];
  const session = sessionWith(answer, target, sampling);
  return judgedIn(check, session, observations);
}

export async function judgedIn(
  check: Check,
  session: Session,
  observations: Observation[] = [],
): Promise<Judged> {
  const { items, gap } = await collectItems(check.probe(session));
  const { specification, target } = session;
  const about = { specification, target, hasOtherOrigins: false, isCutShort: gap !== undefined };
  const judgements: Judgement[] = [];
  for (const judgement of check.rule(items, about)) {
    if (judgement.kind === 'observes') observations.push(judgement.observation);
    else judgements.push(judgement);
  }
  if (gap === undefined) return { judgements, observations };
  return { judgements, observations, undecidable: gap.reason, remedy: gap.message };
}

export function said({ judgements, undecidable, remedy }: Judged): unknown[] {
  const words = judgements.map((judgement) => {
    if (judgement.kind === 'held') return 'held';
    if (judgement.kind === 'undecided') return [judgement.reason, judgement.message];
    if (judgement.kind === 'observes') return judgement.observation;
    const { requirement, pointer, message } = judgement.finding;
    return [requirement, pointer, message];
  });
  return undecidable === undefined ? words : [...words, [undecidable, remedy]];
}

/** Like `said`, but without the judgements that held. */
export function wrongs(judged: Judged): unknown[] {
  return said(judged).filter((one) => one !== 'held');
}

export function observed({ observations }: Judged): (readonly [subject: string, value: string])[] {
  return observations.map(({ subject, value }) => [subject, value] as const);
}

export function checkNamed(checks: readonly Check[], name: string): Check {
  const check = checks.find(({ id }) => id === name);
  if (check === undefined) throw new Error(`There is no check '${name}'.`);
  return check;
}

export function sessionWith(
  answer: Answerer,
  target: Target = noTarget,
  sampling: Partial<Sampling> = {},
): Session {
  let number = 0;
  const reply = async (call: Call, credentials: Credentials): Promise<Exchange> => {
    const [status, text, headers = {}] = answer(call, credentials);
    number += 1;
    const sender = typeof credentials === 'string' ? credentials : credentials.title;
    return exchangeOf(status, text, { number: number - 1, call, credentials: sender, headers });
  };
  const shared = new Map<unknown, Promise<unknown>>();
  const session: Session = {
    target,
    specification: bundled,
    sampling: { seed: 1, runs: 1, thorough: false, repeat: 1, ...sampling },
    runTag: 'mark',
    underConcurrency: () => 'right',
    // Ends after the events that are already scheduled.
    wait: () => new Promise((resolve) => setTimeout(resolve)),
    share: <Value>(make: (session: Session) => Promise<Value>) => {
      const known = shared.get(make) ?? make(session);
      shared.set(make, known);
      return known as Promise<Value>;
    },
    send: reply,
    sendOnce: reply,
    sendSinceChange: reply,
    sendConcurrently: (asked) =>
      Promise.all(asked.map(({ call, credentials }) => reply(call, credentials).catch(undecidableIn))),
    advisedOf: () => [],
    recordsOfOthers: () => [],
    rejectedTokens: () => [],
    unusedIdentifier: (label) =>
      label.startsWith('creation')
        ? createHash('sha256').update(label).digest('hex')
        : `00000000-0000-4000-8000-00000000000${label.startsWith('second') ? 1 : 0}`,
  };
  return session;
}
