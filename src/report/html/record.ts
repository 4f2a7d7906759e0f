import type { Summary } from '../summary.ts';
import { counted, numeral, plural } from '../words.ts';
import { type Block, blocksOf, type FieldSeen, type FieldState } from './field-map.ts';
import { type Html, html } from './html.ts';
import { filterHtml, type Section } from './section.ts';

const states: Readonly<Record<FieldState, string>> = {
  wrong: 'seen wrong',
  never: 'never seen',
  partly: 'seen right, but not all its values',
  right: 'seen right',
};

/** The section that maps the case record: a block for each shape and edition of a form, with a cell for each field. */
export function recordSection({ report: { fieldCoverage } }: Summary): Section {
  const { seen, possible, percent } = fieldCoverage;
  const kinds = Object.entries(states);
  return {
    id: 'record',
    heading: 'The case record',
    content: html`<p>${numeral(seen)} of ${numeral(possible)} shapes, editions, fields and values of a case record were seen (${percent} %).</p>
${filterHtml({ section: 'record', entries: 'fields', choices: [{ by: 'Seen', kinds: Object.keys(states), labels: states }] })}
<p class="legend">${kinds.map(([state, words]) => html`<span><i class="${state}"></i>${words}</span> `)}<label><input type="checkbox" id="names"> show the names</label></p>
${blocksOf(fieldCoverage).map(blockHtml)}`,
  };
}

function blockHtml({ name, records, fields }: Block): Html {
  const byState = Map.groupBy(fields, ({ state }) => state);
  const numbers = counted(
    Object.entries(states).map(([state, words]) => [byState.get(state as FieldState)?.length ?? 0, words]),
  );
  return html`<div class="block" data-group>
<h3>${name} <small>${records === 0 ? 'never seen' : `in ${plural(records, 'record')}`}${numbers === '' ? undefined : `: ${numbers}`}</small></h3>
${fields.length === 0 ? undefined : html`<ul class="map">${fields.map((field, index) => cellHtml(name, field, index === 0))}</ul>`}
</div>
`;
}

/** A cell. Only the first cell of a block is in the tab order; the arrow keys reach the others. */
function cellHtml(
  block: string,
  { pointer, state, right, wrong, values }: FieldSeen,
  isFirst: boolean,
): Html {
  const seen = counted([
    [right, 'right'],
    [wrong, 'wrong'],
  ]);
  const each = values.map(
    (one) => `${one.value} ${one.right + one.wrong === 0 ? 'never' : numeral(one.right + one.wrong)}`,
  );
  return html`<li class="${state}" data-kind="${state}" tabindex="${isFirst ? 0 : -1}"><code>${pointer.slice(1)}</code><span class="tip"><b>${block} ${pointer}</b> ${states[state]}${seen === '' ? undefined : ` (${seen})`}${each.length === 0 ? undefined : `: ${each.join(', ')}`}</span></li>`;
}
