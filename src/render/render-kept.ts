import { imageFile } from '../model/addresses.ts';
import { planFor } from './plan.ts';
import { type RenderCall, type RenderDeps, render } from './render.ts';

/**
 * Returns the file name of the image of a request. While the image is stored, nothing is drawn or charged; otherwise the
 * request is that of `render`.
 *
 * @throws what `render` throws
 */
export async function renderKept(call: RenderCall, deps: RenderDeps): Promise<string> {
  const { fingerprint, spec } = planFor(call, deps.plan);
  const kept = await deps.ledger.findKept(fingerprint);
  if (kept === undefined) return imageFile((await render(call, deps)).renderId, spec.format);
  deps.observe.cache('hit');
  return imageFile(kept.renderId, kept.format);
}
