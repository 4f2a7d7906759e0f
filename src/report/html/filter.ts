import { type Html, html } from './html.ts';

interface Filter {
  readonly section: string;
  /** The name of its entries, in the plural. */
  readonly entries: string;
  /** The name of the attribute by which entries differ, such as `Operation`. */
  readonly by: string;
  /** The kinds, as in an entry's `data-kind`, and their labels. */
  readonly kinds: readonly (readonly [kind: string, words: string])[];
}

/**
 * A form that filters the entries of a section by kind and text. The script unhides it, filters elements with
 * `data-kind`, and hides an element with `data-group` when none of its entries is left.
 */
export function filterHtml({ section, entries, by, kinds }: Filter): Html {
  const options = kinds.map(([kind, words]) => html`<option value="${kind}">${words}</option>`);
  return html`<form class="filter" data-filters="${section}" hidden>
<label>Filter <input type="search" autocomplete="off" spellcheck="false"></label>
<label>${by} <select><option value="">all</option>${options}</select></label>
<output data-entries="${entries}"></output>
</form>`;
}
