import type { CoverageTree } from '../../folds/coverage-tree.ts';
import type { FieldCoverageReport } from '../report.ts';
import type { Summary } from '../summary.ts';
import { counted, numeral, plural } from '../words.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

/** The result for a field over all records. */
export type FieldState =
  /** Seen without errors; if it has a few possible values, all of them were seen. */
  | 'right'
  /** Seen without errors, but not with each possible value. */
  | 'partly'
  | 'wrong'
  | 'never';

export interface Block {
  /** Such as `Sale TA6_4th`. */
  readonly name: string;
  /** The number of records that contained it. */
  readonly records: number;
  /** In the order of the description. */
  readonly fields: readonly FieldSeen[];
}

export interface FieldSeen extends Counts {
  readonly pointer: string;
  readonly state: FieldState;
  /** The possible values, if there are a few. */
  readonly values: readonly (Counts & { readonly value: string })[];
}

/** The numbers of records in which it was right, and wrong. */
interface Counts {
  readonly right: number;
  readonly wrong: number;
}

/** Groups field coverage by shape and edition, then by field, then by value. */
export function blocksOf({ valid, invalid }: Pick<FieldCoverageReport, 'valid' | 'invalid'>): Block[] {
  const names = [...new Set([...Object.keys(valid), ...Object.keys(invalid)])];
  return names.map((name) => blockOf(name, valid[name] ?? {}, invalid[name] ?? {}));
}

function blockOf(name: string, valid: Places, invalid: Places): Block {
  const places = [...new Set([...Object.keys(valid), ...Object.keys(invalid)])];
  // The elements of a list are counted with the field of the list.
  const byPointer = Map.groupBy(places, (place) => place.replace(/(\/\*)+$/, ''));
  const itself = seenAt(byPointer.get('') ?? [], valid, invalid);
  const fields = [...byPointer].filter(([pointer]) => pointer !== '');
  return {
    name,
    records: itself.right + itself.wrong,
    fields: fields.map(([pointer, some]) => ({ pointer, ...seenAt(some, valid, invalid) })),
  };
}

type Places = CoverageTree[string];

/** Combines the counts at all places of one field. */
function seenAt(places: readonly string[], valid: Places, invalid: Places): Omit<FieldSeen, 'pointer'> {
  const [first = ''] = places;
  const countsAt = (counted: Places, place: string): Readonly<Record<string, number>> => {
    const counts = counted[place] ?? {};
    return typeof counts === 'number' ? { '': counts } : counts;
  };
  const own = { right: countsAt(valid, first)[''] ?? 0, wrong: countsAt(invalid, first)[''] ?? 0 };
  const values = places.flatMap((place) => {
    const [right, wrong] = [countsAt(valid, place), countsAt(invalid, place)];
    const named = [...new Set([...Object.keys(right), ...Object.keys(wrong)])].filter(
      (value) => value !== '',
    );
    return named.map((value) => ({ value, right: right[value] ?? 0, wrong: wrong[value] ?? 0 }));
  });
  return { ...own, values, state: stateOf(own, values) };
}

const states: Readonly<Record<FieldState, string>> = {
  wrong: 'seen wrong',
  never: 'never seen',
  partly: 'seen right, but not all its values',
  right: 'seen right',
};

/** The section on the fields of case records: for each shape and edition of a form, its fields by their state. */
export function recordSection({ report: { fieldCoverage } }: Summary): Section {
  const { seen, possible, percent } = fieldCoverage;
  return {
    id: 'record',
    heading: 'The case record',
    content: html`<p>${numeral(seen)} of ${numeral(possible)} shapes, editions, fields and values of a case record were seen (${percent} %).</p>
${blocksOf(fieldCoverage).map(blockHtml)}`,
  };
}

function blockHtml({ name, records, fields }: Block): Html {
  const byState = Map.groupBy(fields, ({ state }) => state);
  const some = (Object.keys(states) as FieldState[]).map(
    (state) => [state, byState.get(state) ?? []] as const,
  );
  const numbers = counted(some.map(([state, { length }]) => [length, states[state]]));
  const seen = `in ${plural(records, 'record')}: ${numbers === '' ? 'its fields are open' : numbers}`;
  return html`<details class="block"><summary><b>${name}</b> ${records === 0 ? ['never seen', ...(fields.length === 0 ? [] : [plural(fields.length, 'field')])].join(', ') : seen}</summary>
${some.map(([state, own]) => (own.length === 0 ? undefined : html`<h3 class="${state}">${states[state]}</h3><p>${own.map(fieldInWords).join(', ')}</p>`))}</details>
`;
}

/** A field, with the values that were not seen if others were. */
function fieldInWords({ pointer, state, values }: FieldSeen): string {
  const missing = values.filter((one) => one.right + one.wrong === 0).map(({ value }) => value);
  return `${pointer.slice(1)}${state === 'partly' ? ` (without ${missing.join(', ')})` : ''}`;
}

function stateOf({ right, wrong }: Counts, values: readonly Counts[]): FieldState {
  if (wrong > 0) return 'wrong';
  if (right === 0) return 'never';
  return values.every((value) => value.right + value.wrong > 0) ? 'right' : 'partly';
}
