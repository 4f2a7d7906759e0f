import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { longestText, tellingLengths, textGroups, textOfLength } from '../../harness/tricky-texts.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { atLeastOne, nothingChangeable, nothingToChange } from './nothing-to-change.ts';
import { freePartsWith, freeTexts, partsWith, type TextPart } from './text-changes.ts';
import { openTextTrial, type TextTrial } from './text-trial.ts';

/** Texts come back as they were sent. Which of them a target refuses is open: there may be limits (interface 8). */
export async function* keepsTexts(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  const one = mostChangeable(
    clients.filter(({ fields }) => fields.some((field) => freeTexts.includes(field) || field === 'address')),
  );
  const what = 'a name, a company or an address';
  if (one === undefined) throw nothingChangeable(clients, what, session);
  yield* atLeastOne(judgeTexts(session, one), nothingToChange(what, session));
}

async function* judgeTexts(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  const trial = await openTextTrial(session, one);
  for (const group of textGroups) yield* trial.sendApart(group.id, partsWith(group, one));
  yield* lengths(trial, one);
  if (session.sampling.thorough) yield* eachAlone(trial, one);
  if (trial.isAccepted()) return;
  throw new Undecidable(
    'control-refused',
    'The target refuses every text that is tried. Its answers are among the observations.',
  );
}

/** A target that takes and keeps the longest text keeps them all; else the longest that it takes is looked for. */
async function* lengths(trial: TextTrial, one: ChangeableClient): AsyncIterable<Judgement> {
  // A title is refused for less.
  const partsOf = (length: number): TextPart[] =>
    freePartsWith(() => textOfLength(length), one).filter(({ hasForm }) => !hasForm);
  if ((yield* trial.send(lengthInWords(longestText), partsOf(longestText))) !== false) return;
  for (const { id } of partsOf(longestText)) {
    let [from, to] = [0, tellingLengths.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const length = tellingLengths[middle] ?? longestText;
      const parts = partsOf(length).filter((part) => part.id === id);
      if (yield* trial.send(lengthInWords(length), parts)) from = middle + 1;
      else to = middle;
    }
  }
}

function lengthInWords(length: number): string {
  return `${length} characters`;
}

/** Each text and each length by itself, in each part of a client. */
async function* eachAlone(trial: TextTrial, one: ChangeableClient): AsyncIterable<Judgement> {
  const texts = [
    ...textGroups.flatMap(({ rows }) => rows.flat()),
    ...tellingLengths.map((length) => ({ id: lengthInWords(length), text: textOfLength(length) })),
  ];
  for (const { id, text } of new Map(texts.map((one) => [one.id, one])).values())
    for (const part of freePartsWith(() => text, one)) yield* trial.send(id, [part]);
  for (const group of textGroups)
    for (const part of partsWith(group, one).filter(({ hasForm }) => hasForm))
      yield* trial.send(group.id, [part]);
}
