import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import {
  blockersAt,
  type ClientReading,
  type ObservedChange,
  type Patch,
  refusedForItsValues,
} from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { isRestored, whyNothingMoreIsChanged } from '../../rules/restorable.ts';
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

/** Free texts, which a target is least likely to refuse. The least important one comes first. */
const freeTexts: readonly ChangeableField[] = ['companyName', 'firstName', 'lastName'];

/** If no free text shows its new value, the first of these fields that the client has is tried. */
const others: readonly ChangeableField[] = ['title', 'address', 'emailAddress', 'telephoneNumber'];

/**
 * The first changes of a run that restores clients. One field of one client at a time gets an invented value and then
 * its own value again. The last field may be restored by the changes that follow. A target that masks values, changes
 * their case or truncates them is recognised by the first change, before a shown value is ever sent back; the change
 * guard then stops the run. A refusal for the values is judged by the rules; any other proves nothing and is left out.
 * @returns the changes that were accepted, failed, or were refused for their values, and the restoring ones
 * @throws {Undecidable} `control-refused` if a value is accepted but not shown
 */
export async function* rehearsal(
  session: Session,
  { client, start, own }: Rehearsed,
): AsyncIterable<ObservedChange> {
  const texts = freeTexts.filter((field) => Object.hasOwn(own, field));
  const other = others.filter((field) => Object.hasOwn(own, field)).slice(0, 1);
  const change = changesOf(session, { client, before: start });
  const unshown: { readonly field: string; readonly after: ClientReading }[] = [];
  let isShown = false;
  /** The body that restores the last field. */
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
      // The rules judge whether a target may refuse all values of a field.
      if (isTaken || reply.status >= 500 || refusedForItsValues.includes(reply.status)) yield made;
      if (!isTaken) continue;
      const { record } = made.after;
      if (record === undefined) return;
      // If the value does not show, another may be stored, which sending back the shown one would destroy.
      const isDisposable = session.target.writes === 'all';
      if (isRestored(session.specification, field, { [field]: value }, record, isDisposable)) {
        isShown = true;
        back = { [field]: own[field] };
      } else unshown.push({ field, after: made.after });
      break;
    }
  }
  // The changes that follow send all own values together first, except in a thorough run.
  if (unshown.length > 0 || session.sampling.thorough) yield* putBack();
  if (unshown.length === 0) return;
  throw new Undecidable(
    'control-refused',
    `The client ${client} does not show ${unshown.map(({ field }) => field).join(', ')} as sent, although the change was accepted. ${whyNothingMoreIsChanged}`,
    ...unshown.flatMap(({ field, after }) => blockersAt(after, [field])),
  );
}

/** Invented values. They are tried in order until one is accepted. */
function rehearsedValues(
  { specification }: Session,
  field: ChangeableField,
  { client, start, own }: Rehearsed,
): unknown[] {
  const lines = linesOf(specification, own.address);
  const plain = newValue(field, { specification, client, lines }, start);
  if (!freeTexts.includes(field)) return [plain];
  const length = String(memberOf(own, field)).length;
  // Longer than the shown value, to detect truncation; with signs, spaces and capitals that careless services lose.
  const revealing = `Sample  &  <i>Sons</i>${' of Testerton'.repeat(1 + Math.ceil(length / ' of Testerton'.length))}`;
  const harmless = `Sample${' of Upper Testerton'.repeat(1 + Math.ceil(length / ' of Upper Testerton'.length))}`;
  return [revealing, harmless, plain];
}
