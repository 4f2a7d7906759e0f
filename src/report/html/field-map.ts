import type { CoverageTree } from '../../folds/coverage-tree.ts';
import { grouped } from '../../schema/grouped.ts';
import type { FieldCoverageReport } from '../report.ts';
import type { Summary } from '../summary.ts';
import { counted, numeral, plural } from '../words.ts';
import { type Html, html } from './html.ts';
import type { PageSection } from './section.ts';

type FieldState = keyof typeof states;

interface Block {
  readonly name: string;
  readonly records: number;
  readonly fields: readonly FieldSeen[];
}

interface FieldSeen {
  readonly pointer: string;
  readonly state: FieldState;
  readonly missing: readonly string[];
}

export function blocksOf({ valid, invalid }: Pick<FieldCoverageReport, 'valid' | 'invalid'>): Block[] {
  const names = [...new Set([...Object.keys(valid), ...Object.keys(invalid)])];
  return names.map((name) => blockOf(name, valid[name] ?? {}, invalid[name] ?? {}));
}

type Places = CoverageTree[string];

function blockOf(name: string, valid: Places, invalid: Places): Block {
  const places = [...new Set([...Object.keys(valid), ...Object.keys(invalid)])].filter((one) => one !== '');
  // Places in the elements of a list are counted with the field that contains the list.
  const fields = grouped(places, fieldOf).map((some): FieldSeen => {
    const missing = some.flatMap((place) => {
      const [right, wrong] = [countsAt(valid, place), countsAt(invalid, place)];
      return Object.keys({ ...right, ...wrong }).filter(
        (value) => !right[value] && !wrong[value] && value !== '',
      );
    });
    return { pointer: fieldOf(some[0]), missing, state: stateOf(valid, invalid, some[0], missing.length) };
  });
  return { name, records: countAt(valid, '') + countAt(invalid, ''), fields };
}

function fieldOf(place: string): string {
  return place.replace(/(\/\*)+$/, '');
}

/** The number of records with each value at a place. The key `''` has the number of all records with the field. */
function countsAt(places: Places, place: string): Readonly<Record<string, number>> {
  const counts = places[place] ?? 0;
  return typeof counts === 'number' ? { '': counts } : counts;
}

function countAt(places: Places, place: string): number {
  return countsAt(places, place)[''] ?? 0;
}

function stateOf(valid: Places, invalid: Places, place: string, missing: number): FieldState {
  if (countAt(invalid, place) > 0) return 'wrong';
  if (countAt(valid, place) === 0) return 'never';
  return missing === 0 ? 'right' : 'partly';
}

const states = {
  wrong: 'wrong',
  never: 'never seen',
  partly: 'seen with only some values',
  right: 'right',
};

export function recordSection({ report: { fieldCoverage } }: Summary): PageSection {
  const { seen, possible, percent } = fieldCoverage;
  return {
    id: 'record',
    heading: 'The case record',
    content: html`<p>${numeral(seen)} of ${numeral(possible)} shapes, editions, fields and values of a case record were seen (${percent}&#160;%).</p>
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

function fieldInWords({ pointer, state, missing }: FieldSeen): string {
  return `${pointer.slice(1)}${state === 'partly' ? ` (without ${missing.join(', ')})` : ''}`;
}
