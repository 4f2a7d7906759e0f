import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { changeableFields } from '../../rules/client-record.ts';
import { Undecidable } from '../../trace/gap.ts';
import type { ChangeableClient } from './changeable-clients.ts';

/**
 * Says that no listed client shows what is to be changed, and what to list; or that the configuration leaves it out.
 * @param what - a field by its name, or others in words
 */
export function nothingToChange(what: string, { target, specification }: Session): Undecidable {
  const { leaveFields = [] } = target;
  const isLeft =
    leaveFields.includes(what) ||
    changeableFields(specification).every((field) => leaveFields.includes(field));
  if (isLeft) {
    return new Undecidable(
      'not-configured',
      `leaveFields of the configuration has ${leaveFields.join(', ')}. Remove it there to have ${what} changed.`,
    );
  }
  const how = target.writes === 'restore' ? ' such that it can be put back' : '';
  return new Undecidable(
    'no-data',
    `No client in clients shows ${what}${how}, or the target refuses what is tried. List one that does, with a token that may change it.`,
  );
}

/** Says why nothing of these clients can be changed: what broke their first changes off, where anything did. */
export function nothingChangeable(
  clients: readonly Pick<ChangeableClient, 'broken'>[],
  what: string,
  session: Session,
): Undecidable {
  const [broken] = clients.flatMap((one) => one.broken ?? []);
  return broken ?? nothingToChange(what, session);
}

/**
 * The judgements, of which there must be one.
 * @throws {Undecidable} `otherwise`, where the target shows too little for any
 */
export async function* atLeastOne(
  judgements: AsyncIterable<Judgement>,
  otherwise: Undecidable,
): AsyncIterable<Judgement> {
  let isEmpty = true;
  for await (const judgement of judgements) {
    isEmpty = false;
    yield judgement;
  }
  if (isEmpty) throw otherwise;
}
