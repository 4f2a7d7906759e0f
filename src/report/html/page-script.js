// Narrows sections to the entries that a reader looks for, and leads through them. Without it, the page shows everything.

for (const form of document.querySelectorAll('form[data-filters]')) {
  const section = document.getElementById(form.dataset.filters);
  const [text, kind, output] = ['input', 'select', 'output'].map((name) => form.querySelector(name));
  const groups = [...section.querySelectorAll('[data-group]')];
  const entries = [...section.querySelectorAll('[data-kind]')].map((element) => ({
    element,
    group: element.closest('[data-group]'),
    kinds: element.dataset.kind.split(' '),
  }));

  // An entry of a group is found by the words above it, too.
  const wordsOf = (entry) => {
    entry.words ??=
      `${entry.group?.querySelector('h3')?.textContent} ${entry.element.textContent}`.toLowerCase();
    return entry.words;
  };

  const narrow = () => {
    const wanted = text.value.trim().toLowerCase();
    const left = new Set();
    let shown = 0;
    for (const entry of entries) {
      const isOfKind = kind.value === '' || entry.kinds.includes(kind.value);
      const isShown = isOfKind && (wanted === '' || wordsOf(entry).includes(wanted));
      entry.element.hidden = !isShown;
      if (isShown) {
        shown += 1;
        left.add(entry.group);
      }
    }
    const isNarrowed = wanted !== '' || kind.value !== '';
    for (const group of groups) group.hidden = isNarrowed && !left.has(group);
    output.value = isNarrowed ? `${shown} of ${entries.length} ${output.dataset.entries}` : '';
  };

  form.hidden = false;
  form.addEventListener('input', narrow);
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const link of document.querySelectorAll(`a[data-narrows="${form.dataset.filters}"]`)) {
    link.addEventListener('click', () => {
      text.value = '';
      kind.value = link.dataset.to;
      narrow();
    });
  }
  // A browser may restore the filter of an earlier visit.
  narrow();
}

/** The arrow keys lead from cell to cell of a map. */
const steps = { ArrowRight: 1, ArrowLeft: -1 };
document.addEventListener('keydown', (event) => {
  const cell = event.target.closest?.('.map > li');
  const step = steps[event.key];
  if (!cell || step === undefined) return;
  const cells = [...cell.parentElement.children].filter(({ hidden }) => !hidden);
  const next = cells[cells.indexOf(cell) + step];
  if (!next) return;
  event.preventDefault();
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
