import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import {
  blockersAt,
  type ClientReading,
  type ObservedChange,
  type Patch,
  valueRefusals,
} from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { doubtful, isRestored } from '../../rules/restorable.ts';
import { memberOf } from '../../schema/pointer.ts';
import { Undecidable } from '../../trace/gap.ts';
import { changesOf } from './making-changes.ts';
import { linesOf, newValue } from './new-values.ts';

interface Rehearsed {
  readonly client: string;
  readonly start: ClientRecord;
  readonly own: ClientRecord;
}

/** Fields whose new values a target is least likely to refuse. The least important one comes first. */
const freeTexts: readonly ChangeableField[] = ['companyName', 'firstName', 'lastName'];

/** If no free text shows its new value, the first of these fields that the client has is tried. */
const others: readonly ChangeableField[] = ['title', 'address', 'emailAddress', 'telephoneNumber'];

/**
 * Gives a field an invented value and then its own value again. A target that masks, truncates or recases
 * values is thus recognised before a shown value is ever sent back.
 * @returns changes that were accepted or that failed, and refusals that concern the value
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
  let back: Patch | undefined;
  const putBack = async function* (): AsyncIterable<ObservedChange> {
    const body = back;
    back = undefined;
    const made = body && (await change({ body }));
    if (made !== undefined) yield made;
  };
  for (const field of [...texts, ...other]) {
    if (isShown && !texts.includes(field)) break;
    yield* putBack();
    for (const value of rehearsedValues(session, field, { client, start, own })) {
      const made = await change({ body: { [field]: value } });
      if (made === undefined) return;
      const { reply } = made.answer;
      const isAccepted = isSuccess(reply);
      // Other rules judge whether a target may refuse every value of a field.
      if (isAccepted || reply.status >= 500 || valueRefusals.includes(reply.status)) yield made;
      if (!isAccepted) continue;
      const { record } = made.after;
      if (record === undefined) return;
      // The target may store another value than it shows. Sending back the shown value would destroy the
      // stored one.
      const isDisposable = session.target.writes === 'all';
      if (isRestored(session.specification, field, { [field]: value }, record, isDisposable)) {
        isShown = true;
        back = { [field]: own[field] };
      } else unshown.push({ field, after: made.after });
      break;
    }
  }
  // If every value is shown, the own values need not be put back here: the next change sends all of them.
  if (unshown.length > 0 || session.sampling.thorough) yield* putBack();
  if (unshown.length === 0) return;
  throw new Undecidable(
    'control-refused',
    doubtful(
      client,
      `does not show ${unshown.map(({ field }) => field).join(', ')} as sent, although the change was accepted`,
    ),
    ...unshown.flatMap(({ field, after }) => blockersAt(after, [field])),
  );
}

function rehearsedValues(
  { specification }: Session,
  field: ChangeableField,
  { client, start, own }: Rehearsed,
): unknown[] {
  const lines = linesOf(specification, own.address);
  const plain = newValue(field, { specification, client, lines }, start);
  if (!freeTexts.includes(field)) return [plain];
  const length = String(memberOf(own, field)).length;
  // Longer than the shown value, to detect truncation. Contains signs, double spaces and capitals that
  // careless services lose.
  const revealing = `Sample  &  <i>Sons</i>${' of Testerton'.repeat(1 + Math.ceil(length / ' of Testerton'.length))}`;
  const harmless = `Sample${' of Upper Testerton'.repeat(1 + Math.ceil(length / ' of Upper Testerton'.length))}`;
  return [revealing, harmless, plain];
}
