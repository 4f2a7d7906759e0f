import { updateClient } from '../../client/calls.ts';
import { memberOf } from '../../specification/pointer.ts';
import { Undecidable } from '../check.ts';
import { provenToken } from '../controls.ts';
import { isSuccess } from '../judgements.ts';
import type { Session } from '../session.ts';
import {
  addressFields,
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  changedFields,
  isSame,
  restorable,
} from './fields.ts';
import { type Reading, readBack, readingOf, type Step, takeStep } from './steps.ts';
import { linesOf } from './values.ts';

/** A listed client, and what may be tried on it. */
export interface Introduction {
  readonly client: string;
  /** As it is shown now. */
  readonly record: ClientRecord;
  /** As it was shown before any client was changed. */
  readonly original: ClientRecord;
  /** As it was shown when other clients had been changed, but not yet this one; undefined where none had been. */
  readonly untouched: Reading | undefined;
  /** What may be changed. */
  readonly fields: readonly ChangeableField[];
  /** The lines that a new address may have. */
  readonly lines: readonly string[];
  /** Fields that differ from one reading to the next without a change. */
  readonly unsteady: ReadonlySet<string>;
  /** Changes of fields to what they are: where a client is put back, a change comes only after such a one. */
  readonly rehearsals: readonly Step[];
  /** Why they did not come to their end. */
  readonly broken?: Undecidable;
}

/**
 * Reads every listed client.
 * @throws {Undecidable} `control-refused` when none of them can be read back
 */
export async function introductions(session: Session): Promise<readonly Introduction[]> {
  await provenToken(session, 'member');
  const known = [];
  const statuses = [];
  for (const client of session.target.clients) {
    const first = readingOf(await session.recall(updateClient(client, '{}'), 'member'));
    statuses.push(first.reply.status);
    if (first.record === undefined) continue;
    // Twice, since what differs without a change tells nothing when it differs after one.
    const { record = first.record } = await readBack(session, client);
    const unsteady = new Set(changedFields(first.record, record, new Set()));
    known.push({ client, record, original: record, untouched: undefined, unsteady });
  }
  if (known.length === 0) {
    throw new Undecidable(
      'control-refused',
      `A change of nothing is answered ${[...new Set(statuses)].join(', ')} without a client record, so that nothing can be read back. Check tokens.member and clients.`,
    );
  }
  if (session.target.writes === 'all') {
    return known.map((one) => ({ ...one, fields: changeableFields, lines: addressFields, rehearsals: [] }));
  }
  const all: Introduction[] = [];
  for (const one of known) {
    const untouched = all.length === 0 ? undefined : await readBack(session, one.client);
    all.push(await rehearsed(session, { ...one, untouched, record: untouched?.record ?? one.record }));
  }
  return all;
}

type Known = Omit<Introduction, 'fields' | 'lines' | 'rehearsals' | 'broken'>;

async function rehearsed(session: Session, known: Known): Promise<Introduction> {
  const { original, unsteady } = known;
  const own = restorable(original);
  const lines = linesOf(own.address);
  const rehearsals: Step[] = [];
  const soFar = (): Introduction => ({
    ...known,
    record: rehearsals.at(-1)?.after.record ?? known.record,
    fields: changeableFields.filter((field) => rehearsals.some((step) => proves(step, field))),
    lines,
    rehearsals,
  });
  try {
    for (const [field, value] of Object.entries(own).filter(([one]) => !unsteady.has(one))) {
      const before = rehearsals.length === 0 ? known.record : rehearsals.at(-1)?.after.record;
      if (before === undefined) break;
      rehearsals.push(await takeStep(session, { ...known, before }, { [field]: value }));
    }
    return soFar();
  } catch (error) {
    // What was seen until then stands.
    if (error instanceof Undecidable) return { ...soFar(), broken: error };
    throw error;
  }
}

/** The client of which most can be changed; undefined where nothing of any can. */
export function mostChangeable(clients: readonly Introduction[]): Introduction | undefined {
  const [first] = clients.toSorted((one, other) => other.fields.length - one.fields.length);
  return first !== undefined && first.fields.length > 0 ? first : undefined;
}

/** The target took the field's own value, and shows it as before: so it can be put back. */
function proves({ body, before, answer, after }: Step, field: ChangeableField): boolean {
  if (memberOf(body, field) === undefined || after.record === undefined) return false;
  return isSuccess(answer.reply) && isSame(field, before, after.record);
}
