import { type Html, html } from './html.ts';

/** What the entries of a section can be narrowed to. */
interface Filter {
  /** The section. */
  readonly section: string;
  /** What its entries are, in the plural. */
  readonly entries: string;
  /** What tells their kinds apart, such as `Operation`. */
  readonly by: string;
  /** The kinds, each as `data-kind` of an entry has it, and as it is read. */
  readonly kinds: readonly (readonly [kind: string, words: string])[];
}

/**
 * A form that narrows a section to the entries of a kind, and to those that hold a text. The script shows it, and looks for
 * elements with `data-kind`; it hides an element with `data-group` that has none left.
 */
export function filterHtml({ section, entries, by, kinds }: Filter): Html {
  const options = kinds.map(([kind, words]) => html`<option value="${kind}">${words}</option>`);
  return html`<form class="filter" data-filters="${section}" hidden>
<label>Filter <input type="search" autocomplete="off" spellcheck="false"></label>
<label>${by} <select><option value="">all</option>${options}</select></label>
<output data-entries="${entries}"></output>
</form>`;
}
