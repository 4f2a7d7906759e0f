import { isSuccess } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  answersWithTheRecord,
  refusesInGoodOrder,
  replacesAddress,
  takesFields,
} from '../../rules/change-rules.ts';
import { type ObservedChange, observeChange, readBefore } from '../../rules/client-change.ts';
import type { ChangeableClient } from './changeable-clients.ts';
import { judgedAsTexts } from './kept-texts.ts';
import { bodyWith, type TextPart, textsOf } from './text-changes.ts';

/** Texts that are tried on a client. */
export interface TextTrial {
  /**
   * Sends the parts as one change, and judges what becomes of them.
   * @param id - continues the words "updateClient with"
   * @returns whether they were taken; undefined where nothing was sent
   */
  send(id: string, parts: readonly TextPart[]): AsyncGenerator<Judgement, boolean | undefined>;
  /** The same, and takes the change apart where the target does not take it: halves, and halves of these. */
  sendApart(id: string, parts: readonly TextPart[]): AsyncGenerator<Judgement, void>;
  /** Whether any change was taken. */
  isAccepted(): boolean;
}

/**
 * So many changes, each of them read back, may take apart what a target refuses; a target that refuses nothing is sent
 * none of them.
 */
const mostFurther = 8;

/** Opens a trial of texts on a client. */
export async function openTextTrial(session: Session, client: ChangeableClient): Promise<TextTrial> {
  const { specification, sampling } = session;
  let before = (await readBefore(session, client.client)).record;
  let isAccepted = false;
  let further = sampling.thorough ? Number.POSITIVE_INFINITY : mostFurther;
  /** What has a form that ours are not of. */
  const closed = new Set<string>();

  async function* send(id: string, parts: readonly TextPart[]): ReturnType<TextTrial['send']> {
    // What cannot be read back any more is not changed any further; the check of answers tells why.
    if (before === undefined || parts.length === 0) return undefined;
    const change: ObservedChange = await observeChange(
      session,
      { ...client, before },
      bodyWith(parts, client),
    );
    before = change.after.record;
    const { reply } = change.answer;
    const isTaken = isSuccess(reply);
    isAccepted ||= isTaken;
    // What is refused together may be taken apart.
    for (const place of isTaken ? parts.map((part) => part.id) : [placesOf(parts)]) {
      session.observe({
        requirement: 'limits',
        subject: `updateClient with ${id} in ${place}`,
        value: isTaken ? 'accepted' : String(reply.status),
      });
    }
    if (isTaken) {
      const rules = [takesFields, replacesAddress, answersWithTheRecord];
      yield* judgedAsTexts(
        rules.flatMap((rule) => rule(specification, change)),
        change,
        textsOf(parts),
      );
    } else {
      yield* refusesInGoodOrder(specification, change).map((judgement) => withText(judgement, id));
    }
    return isTaken;
  }

  async function* sendApart(id: string, all: readonly TextPart[]): ReturnType<TextTrial['sendApart']> {
    const parts = sampling.thorough ? all : all.filter((part) => !closed.has(part.id));
    const isTaken = yield* send(id, parts);
    if (isTaken !== false) return;
    const [first, ...others] = parts;
    if (first?.hasForm === true && others.length === 0) closed.add(first.id);
    const middle = Math.ceil(parts.length / 2);
    for (const half of [parts.slice(0, middle), parts.slice(middle)]) {
      if (half.length === parts.length || half.length === 0 || further <= 0) continue;
      further -= 1;
      yield* sendApart(id, half);
    }
  }

  return { send, sendApart, isAccepted: () => isAccepted };
}

function placesOf(parts: readonly TextPart[]): string {
  return parts.map(({ id }) => id).join(', ');
}

/** Telling over which texts a target fails. */
function withText(judgement: Judgement, id: string): Judgement {
  if (judgement.kind !== 'deviates' || judgement.finding.pointer !== '') return judgement;
  const { finding } = judgement;
  return { ...judgement, finding: { ...finding, message: `${finding.message} (${id})` } };
}
