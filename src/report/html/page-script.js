// Narrows sections to the entries that a reader looks for. Without it, the page shows everything.

for (const form of document.querySelectorAll('form[data-filters]')) {
  const section = document.getElementById(form.dataset.filters);
  const [text, output] = ['input', 'output'].map((name) => form.querySelector(name));
  const choices = [...form.querySelectorAll('select')];
  const groups = [...section.querySelectorAll('[data-group]')];
  const entries = [...section.querySelectorAll('[data-kind]')].map((element) => ({
    element,
    group: element.closest('[data-group]'),
    kinds: element.dataset.kind.split(' '),
  }));

  // An entry of a group is found by the words above it, too.
  const wordsOf = (entry) => {
    entry.words ??=
      `${entry.group?.querySelector('h3')?.textContent ?? ''} ${entry.element.textContent}`.toLowerCase();
    return entry.words;
  };

  const narrow = () => {
    const wanted = text.value.trim().toLowerCase();
    const left = new Set();
    let shown = 0;
    for (const entry of entries) {
      const isOfKind = choices.every(({ value }) => value === '' || entry.kinds.includes(value));
      const isShown = isOfKind && (wanted === '' || wordsOf(entry).includes(wanted));
      entry.element.hidden = !isShown;
      if (isShown) {
        shown += 1;
        left.add(entry.group);
      }
    }
    const isNarrowed = wanted !== '' || choices.some(({ value }) => value !== '');
    for (const group of groups) group.hidden = isNarrowed && !left.has(group);
    output.value = isNarrowed ? `${shown} of ${entries.length} ${output.dataset.entries}` : '';
  };

  form.hidden = false;
  form.addEventListener('input', narrow);
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const link of document.querySelectorAll(`a[data-narrows="${form.dataset.filters}"]`)) {
    link.addEventListener('click', () => {
      text.value = '';
      for (const choice of choices) {
        const options = [...choice.options].map(({ value }) => value);
        choice.value = options.includes(link.dataset.to) ? link.dataset.to : '';
      }
      narrow();
    });
  }
  // A browser may restore the filter of an earlier visit.
  narrow();
}

/** Commands have a button that copies them. It is made when they are unfolded, since there may be thousands. */
const addCopyButtons = (place) => {
  for (const command of place.querySelectorAll('kbd:not(:has(+ button))')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = 'Copied';
    });
    command.after(' ', button);
  }
};
for (const details of document.querySelectorAll('details[open], #reproduce')) addCopyButtons(details);
document.addEventListener('toggle', ({ target }) => addCopyButtons(target), true);
