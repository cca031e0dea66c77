// Searches while the user types: fetches the page to which the form leads, and shows its results on this page.
const form = document.querySelector<HTMLFormElement>('.gallery-search');
const input = form?.querySelector<HTMLInputElement>('input[name=q]');
const debounceMs = 200;
/** The parts that a search changes. The links carry the search text, and screen readers announce the count. */
const changingParts = ['.languages', '#choices', '.found', '#results'];

if (form && input) {
  let timer = 0;
  let controller = new AbortController();

  const search = async (): Promise<void> => {
    controller.abort();
    controller = new AbortController();
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim() !== '') address.searchParams.set(name, value.trim());
    }
    try {
      const answer = await fetch(address, { signal: controller.signal });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (!answer.ok) return;
      for (const part of changingParts) {
        const [found, shown] = [page.querySelector(part), document.querySelector(part)];
        if (found && shown) shown.replaceChildren(...found.childNodes);
      }
      history.replaceState(null, '', address);
    } catch {
      // A later search replaced this one, or there is no connection: the page stays.
    }
  };

  const searchSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(search, debounceMs);
  };
  input.addEventListener('input', searchSoon);
  // The user may have typed before this script was loaded.
  if (input.value.trim() !== input.defaultValue.trim()) searchSoon();
}

export {};
