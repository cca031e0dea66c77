import { serveFilter } from './docs/filter.ts';
import { serveForms } from './docs/try-request.ts';

const reference = document.querySelector<HTMLElement>('#reference');
if (reference) {
  serveFilter(reference);
  serveForms(reference, reference.dataset['base'] ?? '');
}
