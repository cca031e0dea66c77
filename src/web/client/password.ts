// The token of a one-time link is behind the `#`: read, taken out of the address, and sent with the password.
const form = document.querySelector<HTMLFormElement>('#set-password');
const notice = form?.querySelector<HTMLElement>('[role=alert]');
const button = form?.querySelector('button');
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname + location.search);

if (form && notice && button) {
  const tell = (text: string): void => {
    notice.textContent = text;
    notice.hidden = false;
  };
  if (token === '') tell(form.dataset['noToken'] ?? '');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    notice.hidden = true;
    const password = String(new FormData(form).get('password') ?? '');
    try {
      const answer = await fetch(form.dataset['address'] ?? '', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, password }),
      });
      const body: { success: boolean; message?: string } = await answer.json();
      if (body.success) location.assign(form.dataset['next'] ?? '/');
      else tell(body.message ?? '');
    } catch (error) {
      tell(String(error));
    } finally {
      button.disabled = false;
    }
  });
}

export {};
