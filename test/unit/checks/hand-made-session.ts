import type { Check, Judgement } from '../../../src/checks/check.ts';
import { Undecidable } from '../../../src/checks/check.ts';
import type { Forgery } from '../../../src/checks/forgeries.ts';
import type { Observation, Reply, Session } from '../../../src/checks/session.ts';
import type { Target, TokenName } from '../../../src/checks/target.ts';
import type { Call } from '../../../src/client/calls.ts';
import { readJson } from '../../../src/http/json.ts';

/** What a target says to a call: a status, and a body as text. */
export type Answerer = (
  call: Call,
  credentials: TokenName | Forgery,
) => readonly [status: number, body: string];

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
  /** Why it could not go on, if it could not. */
  readonly undecidable?: string;
  readonly observations: readonly Observation[];
}

/** What a check judges of a target that answers so. */
export async function judge(check: Check, answer: Answerer, target: Target = noTarget): Promise<Judged> {
  const judgements: Judgement[] = [];
  const observations: Observation[] = [];
  const session = sessionWith(answer, target, observations);
  try {
    for await (const judgement of check.run(session)) judgements.push(judgement);
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    return { judgements, observations, undecidable: error.reason };
  }
  return { judgements, observations };
}

function sessionWith(answer: Answerer, target: Target, observations: Observation[]): Session {
  let number = 0;
  const reply = async (call: Call, credentials: TokenName | Forgery): Promise<Reply> => {
    const [status, text] = answer(call, credentials);
    const body = readJson(new TextEncoder().encode(text));
    number += 1;
    return { number: number - 1, call, status, headers: {}, body, text };
  };
  const session: Session = {
    target,
    sampling: { seed: 1, runs: 1 },
    mark: 'mark',
    share: (make) => make(session),
    send: reply,
    recall: reply,
    glance: reply,
    observe: (observation) => observations.push(observation),
    unusedIdentifier: () => '00000000-0000-4000-8000-000000000000',
  };
  return session;
}
