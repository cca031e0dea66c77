/**
 * Shows the forms that send requests, and serves them.
 *
 * @param base the path of the service's base URL, without a trailing slash
 */
export function serveForms(root: HTMLElement, base: string): void {
  const key = root.querySelector<HTMLInputElement>('[data-key]');
  for (const hidden of root.querySelectorAll<HTMLElement>('[data-try], [data-key-card]'))
    hidden.hidden = false;
  for (const form of root.querySelectorAll<HTMLFormElement>('[data-try] form')) {
    const answer = form.parentElement?.querySelector<HTMLElement>('[data-answer]');
    const examples = form.querySelector<HTMLSelectElement>('[data-examples]');
    const body = form.querySelector<HTMLTextAreaElement>('textarea');
    examples?.addEventListener('change', () => {
      if (body) body.value = examples.value;
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (answer) void send(form, base, key?.value.trim() ?? '', answer);
    });
  }
}

async function send(form: HTMLFormElement, base: string, key: string, answer: HTMLElement): Promise<void> {
  const button = form.querySelector('button');
  if (button) button.disabled = true;
  answer.textContent = 'Sending …';
  const began = performance.now();
  try {
    const response = await fetch(addressOf(form, base), requestOf(form, key));
    const shown = await shownBody(response);
    const ms = Math.round(performance.now() - began);
    answer.replaceChildren(paragraph(`${response.status} ${response.statusText}, ${ms} ms`), ...shown);
  } catch {
    answer.replaceChildren(paragraph('There was no answer.'));
  } finally {
    if (button) button.disabled = false;
  }
}

/** Returns the address of a request, with the parameters of the path and the query. */
function addressOf(form: HTMLFormElement, base: string): string {
  let path = form.dataset['path'] ?? '';
  const query = new URLSearchParams();
  for (const { name, value, dataset } of controls(form)) {
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (dataset['in'] === 'query' && value !== '') query.set(name, value);
  }
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
}

function requestOf(form: HTMLFormElement, key: string): RequestInit {
  const headers = new Headers();
  if (key !== '') headers.set('Authorization', `Bearer ${key}`);
  const request: RequestInit = { method: form.dataset['method'] ?? 'GET', headers };
  for (const control of controls(form)) {
    if (control.dataset['in'] === 'header' && control.value !== '') headers.set(control.name, control.value);
    if (control.dataset['in'] !== 'body') continue;
    const file = control instanceof HTMLInputElement ? control.files?.[0] : undefined;
    headers.set('Content-Type', file?.type ?? 'application/json');
    request.body = file ?? control.value;
  }
  return request;
}

function controls(form: HTMLFormElement) {
  return form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[data-in]');
}

/** Returns the body of a response as elements: an image, or the text and the image that it names. */
async function shownBody(response: Response): Promise<HTMLElement[]> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('image/')) return [image(URL.createObjectURL(await response.blob()))];
  const text = await response.text();
  const pre = document.createElement('pre');
  if (!type.startsWith('application/json')) {
    pre.textContent = text;
    return [pre];
  }
  const answer: unknown = JSON.parse(text);
  pre.textContent = JSON.stringify(answer, null, 2);
  const address = imageIn(answer);
  return address === undefined ? [pre] : [image(address), pre];
}

function imageIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('imageUrl' in answer)) return undefined;
  return typeof answer.imageUrl === 'string' ? answer.imageUrl : undefined;
}

function image(address: string): HTMLElement {
  const shown = document.createElement('img');
  shown.src = address;
  shown.alt = 'The image of the answer';
  return shown;
}

function paragraph(text: string): HTMLElement {
  const shown = document.createElement('p');
  shown.textContent = text;
  return shown;
}
