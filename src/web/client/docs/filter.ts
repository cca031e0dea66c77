/** Hides the operations, and the groups without any, that do not have all words of the filter. */
export function serveFilter(root: HTMLElement): void {
  const input = root.querySelector<HTMLInputElement>('[data-filter]');
  const count = root.querySelector<HTMLElement>('[data-count]');
  if (!input || !count) return;
  const entries = [...root.querySelectorAll<HTMLElement>('[data-operation]')].map((entry) => ({
    entry,
    section: document.getElementById(entry.dataset['operation'] ?? ''),
    text: `${entry.textContent} ${entry.dataset['words']}`.toLowerCase(),
  }));
  const filter = (): void => {
    const words = input.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const { entry, section, text } of entries) {
      const isFound = words.every((word) => text.includes(word));
      entry.hidden = !isFound;
      if (section) section.hidden = !isFound;
      if (isFound) found++;
    }
    for (const group of root.querySelectorAll<HTMLElement>('[data-group]')) {
      group.hidden = !group.querySelector('li:not([hidden]), article:not([hidden])');
    }
    count.textContent = input.value.trim() === '' ? '' : `${found} of ${entries.length} operations`;
  };
  input.addEventListener('input', filter);
  filter();
}
