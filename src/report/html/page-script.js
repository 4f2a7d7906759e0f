// This script filters the entries of sections. Without it, the page shows everything.

for (const form of document.querySelectorAll('form[data-filters]')) {
  const section = document.getElementById(form.dataset.filters);
  const [text, output] = ['input', 'output'].map((name) => form.querySelector(name));
  const choices = [...form.querySelectorAll('select')];
  const entries = [...section.querySelectorAll('[data-kind]')].map((element) => ({
    element,
    kinds: element.dataset.kind.split(' '),
  }));

  const narrow = () => {
    const wanted = text.value.trim().toLowerCase();
    const isShown = ({ element, kinds }) =>
      choices.every(({ value }) => value === '' || kinds.includes(value)) &&
      (wanted === '' || element.textContent.toLowerCase().includes(wanted));
    for (const entry of entries) entry.element.hidden = !isShown(entry);
    const isNarrowed = wanted !== '' || choices.some(({ value }) => value !== '');
    const shown = entries.filter(({ element }) => !element.hidden).length;
    output.value = isNarrowed ? `${shown} of ${entries.length} ${output.dataset.entries}` : '';
  };

  form.hidden = false;
  if (entries.some(({ element }) => element.open === false)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Unfold all';
    button.addEventListener('click', () => {
      for (const { element } of entries) element.open ||= !element.hidden;
    });
    form.append(button);
  }
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
  // Narrow at once, since a browser may restore the filter of an earlier visit.
  narrow();
}

/** Called when commands are unfolded: there may be thousands, so their buttons are not created before. */
const addCopyButtons = (place) => {
  for (const command of place.querySelectorAll('kbd:not(:has(+ button), details:not([open]) kbd)')) {
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
