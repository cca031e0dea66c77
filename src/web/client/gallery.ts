// Search as one types: what the form would lead to is fetched, and its results take the place of those on the page.
const form = document.querySelector<HTMLFormElement>('.gallery-search');
const input = form?.querySelector<HTMLInputElement>('input[name=q]');
const settledMs = 200;
/** What a search changes on the page: links keep what is searched for, and the count is read out. */
const changing = ['.languages', '#choices', '.found', '#results'];

if (form && input) {
  let timer = 0;
  let needed = new AbortController();

  const search = async (): Promise<void> => {
    needed.abort();
    needed = new AbortController();
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim() !== '') address.searchParams.set(name, value.trim());
    }
    try {
      const answer = await fetch(address, { signal: needed.signal });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (!answer.ok) return;
      for (const part of changing) {
        const [found, shown] = [page.querySelector(part), document.querySelector(part)];
        if (found && shown) shown.replaceChildren(...found.childNodes);
      }
      history.replaceState(null, '', address);
    } catch {
      // Whoever types on has asked for something else meanwhile; without a connection the page stays as it is.
    }
  };

  const searchSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(search, settledMs);
  };
  input.addEventListener('input', searchSoon);
  // Somebody may have typed before this script was there.
  if (input.value.trim() !== input.defaultValue.trim()) searchSoon();
}

export {};
