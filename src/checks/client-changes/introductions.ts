import { updateClient } from '../../client/calls.ts';
import { Undecidable } from '../check.ts';
import { provenToken } from '../controls.ts';
import { isSuccess } from '../judgements.ts';
import type { Session } from '../session.ts';
import {
  addressFields,
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  isRestored,
  restorable,
} from './fields.ts';
import { patchOf, type Reading, readBack, readingOf, type Step, takeStep } from './steps.ts';
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
  /** Changes of nothing and of fields to what they are: a value that was not taken so cannot be put back. */
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
    // Twice: what differs without a change is not left as it was.
    const nothing = await takeStep(session, { client, before: first.record }, {});
    const record = nothing.after.record ?? first.record;
    known.push({ client, record, original: record, untouched: undefined, rehearsals: [nothing] });
  }
  if (known.length === 0) {
    throw new Undecidable(
      'control-refused',
      `A change of nothing is answered ${[...new Set(statuses)].join(', ')} without a client record, so that nothing can be read back. Check tokens.member and clients.`,
    );
  }
  const all: Introduction[] = [];
  for (const one of known) {
    const untouched = all.length === 0 ? undefined : await readBack(session, one.client);
    const introduction = await rehearsed(session, {
      ...one,
      untouched,
      record: untouched?.record ?? one.record,
    });
    // What is disposable need not be put back.
    const isDisposable = session.target.writes === 'all';
    all.push(
      isDisposable ? { ...introduction, fields: changeableFields, lines: addressFields } : introduction,
    );
  }
  return all;
}

type Known = Omit<Introduction, 'fields' | 'lines' | 'broken'>;

async function rehearsed(session: Session, known: Known): Promise<Introduction> {
  const own = restorable(known.original);
  const lines = linesOf(own.address);
  const rehearsals: Step[] = [...known.rehearsals];
  const soFar = (): Introduction => ({
    ...known,
    record: rehearsals.slice(known.rehearsals.length).at(-1)?.after.record ?? known.record,
    fields: changeableFields.filter((field) => rehearsals.some((step) => proves(step, field))),
    lines,
    rehearsals,
  });
  try {
    const alone = Object.entries(own).map(([field, value]) => ({ [field]: value }));
    for (const body of alone.length < 2 ? alone : [...alone, own]) {
      const before =
        rehearsals.length === known.rehearsals.length ? known.record : rehearsals.at(-1)?.after.record;
      if (before === undefined) break;
      rehearsals.push(await takeStep(session, { ...known, before }, body));
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
function proves(step: Step, field: ChangeableField): boolean {
  const { before, answer, after } = step;
  const isAlone = Object.keys(patchOf(step)).join() === field;
  if (!isAlone || after.record === undefined) return false;
  return isSuccess(answer.reply) && isRestored(field, before, after.record);
}
