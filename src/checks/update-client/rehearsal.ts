import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import { type ObservedChange, type Patch, refusedForItsValues } from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { isRestored } from '../../rules/restorable.ts';
import { memberOf } from '../../schema/pointer.ts';
import { Undecidable } from '../../trace/gap.ts';
import { changesOf } from './making-changes.ts';
import { linesOf, newValue } from './new-values.ts';

/** A client before its first change, and what of it can be put back. */
interface Rehearsed {
  readonly client: string;
  readonly start: ClientRecord;
  readonly own: ClientRecord;
}

/** The texts that people choose freely, which a target has the least reason to refuse: first what is missed least. */
const freeTexts: readonly ChangeableField[] = ['companyName', 'firstName', 'lastName'];

/** Where none of them shows what it was given, the first of these that is there. */
const others: readonly ChangeableField[] = ['title', 'address', 'emailAddress', 'telephoneNumber'];

/**
 * The first changes of a run that puts clients back: one field of one client at a time is given a value of our own,
 * and then its own again, but for the last, which the changes that follow may put back. A target that shows stars,
 * capitals or less than it keeps gives itself away by the first, before what it shows was ever sent back; the run is
 * then stopped by what watches over its changes. Which values a target takes is open, and what it refuses otherwise
 * than for the value says nothing.
 * @returns the changes that were taken, failed, or were refused for their values, and those that put back
 * @throws {Undecidable} `control-refused` where a value is taken, and not shown
 */
export async function* rehearsal(
  session: Session,
  { client, start, own }: Rehearsed,
): AsyncIterable<ObservedChange> {
  const texts = freeTexts.filter((field) => Object.hasOwn(own, field));
  const other = others.filter((field) => Object.hasOwn(own, field)).slice(0, 1);
  const change = changesOf(session, { client, before: start });
  const unshown: string[] = [];
  let isShown = false;
  /** What puts the last field back. */
  let back: Patch | undefined;
  const putBack = async function* (): AsyncIterable<ObservedChange> {
    const body = back;
    back = undefined;
    const made = body && (await change(() => body));
    if (made !== undefined) yield made;
  };
  for (const field of [...texts, ...other]) {
    if (isShown && !texts.includes(field)) break;
    yield* putBack();
    for (const value of rehearsedValues(session, field, { client, start, own })) {
      const made = await change(() => ({ [field]: value }));
      if (made === undefined) return;
      const { reply } = made.answer;
      const isTaken = isSuccess(reply);
      // That all values of a name are refused, this one and its own, is for the rules.
      if (isTaken || reply.status >= 500 || refusedForItsValues.includes(reply.status)) yield made;
      if (!isTaken) continue;
      const { record } = made.after;
      if (record === undefined) return;
      // What was not done need not be undone.
      if (isRestored(session.specification, field, { [field]: value }, record)) {
        isShown = true;
        back = { [field]: own[field] };
      } else unshown.push(field);
      break;
    }
  }
  // What follows sends all own values together first, but where everything is tried.
  if (unshown.length > 0 || session.sampling.thorough) yield* putBack();
  if (unshown.length === 0) return;
  throw new Undecidable(
    'control-refused',
    `The client ${client} shows ${unshown.join(', ')} otherwise than it was sent, though it was taken. What such a target shows cannot be put back, so that nothing more is changed.`,
  );
}

/** Values of our own, of which the first that is taken is enough. */
function rehearsedValues(
  { specification }: Session,
  field: ChangeableField,
  { client, start, own }: Rehearsed,
): unknown[] {
  const lines = linesOf(specification, own.address);
  const plain = newValue(field, { specification, client, lines }, start);
  if (!freeTexts.includes(field)) return [plain];
  const length = String(memberOf(own, field)).length;
  // Longer than what is shown, which may be cut; with signs, spaces and cases that careless services do not keep.
  const telling = `Sample  &  <i>Sons</i>${' of Testerton'.repeat(1 + Math.ceil(length / ' of Testerton'.length))}`;
  const quiet = `Sample${' of Upper Testerton'.repeat(1 + Math.ceil(length / ' of Upper Testerton'.length))}`;
  return [telling, quiet, plain];
}
