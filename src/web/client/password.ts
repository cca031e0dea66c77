// Moves the token of a one-time link, which follows the `#`, from the address into the form.
const form = document.querySelector<HTMLFormElement>('#set-password');
const field = form?.querySelector<HTMLInputElement>('input[name=token]');
const fields = form?.querySelector('fieldset');
const notice = document.querySelector<HTMLElement>('#no-token');

if (field && fields && notice) {
  // The answer to a failed form has the token in its field.
  const token = location.hash.slice(1) || field.value;
  history.replaceState(null, '', location.pathname + location.search);
  // The same page in another language needs the token as well.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) link.hash = token;
  field.value = token;
  fields.disabled = token === '';
  notice.textContent = notice.dataset['text'] ?? '';
  notice.hidden = token !== '';
}

export {};
