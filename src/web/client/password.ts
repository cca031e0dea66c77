// The token of a one-time link is behind the `#`: read, taken out of the address, and sent with the password.
const form = document.querySelector<HTMLFormElement>('#set-password');
const fields = form?.querySelector('fieldset');
const notice = document.querySelector<HTMLElement>('#notice');
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname + location.search);
// The page in another language is for the same link.
for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) link.hash = token;

if (form && fields && notice) {
  const { address = '', next = '', noToken = '', linkUsed = '', tryLater = '' } = form.dataset;
  const tell = (text: string, lang = ''): void => {
    notice.textContent = text;
    notice.lang = lang === '' ? document.documentElement.lang : lang;
    notice.hidden = false;
  };
  if (token === '') tell(noToken);
  else fields.disabled = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const password = String(new FormData(form).get('password') ?? '');
    fields.disabled = true;
    notice.hidden = true;
    try {
      const answer = await fetch(address, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, password }),
      });
      if (answer.ok) {
        location.assign(next);
        return;
      }
      if (answer.status === 401) tell(linkUsed);
      else if (answer.status >= 500) tell(tryLater);
      else {
        const { message = '' }: { message?: string } = await answer.json();
        tell(message, 'en');
      }
    } catch {
      tell(tryLater);
    }
    fields.disabled = false;
  });
}

export {};
