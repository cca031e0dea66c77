// The token of a one-time link is behind the `#`: read, taken out of the address, and put into the form.
const form = document.querySelector<HTMLFormElement>('#set-password');
const field = form?.querySelector<HTMLInputElement>('input[name=token]');
const fields = form?.querySelector('fieldset');
const notice = document.querySelector<HTMLElement>('#no-token');

if (field && fields && notice) {
  // An answer to the form has it there already.
  const token = location.hash.slice(1) || field.value;
  history.replaceState(null, '', location.pathname + location.search);
  // The page in another language is for the same link.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) link.hash = token;
  field.value = token;
  fields.disabled = token === '';
  notice.textContent = notice.dataset['text'] ?? '';
  notice.hidden = token !== '';
}

export {};
