import type { LatestOnly } from '../flow/latest-only.ts';
import { raceAbort } from '../flow/race-abort.ts';
import { watermarkFor } from '../model/plan.ts';
import type { MinuteAllowance } from './minute-allowance.ts';
import type { PlanRequest } from './plan.ts';
import type { PhotoSource, SvgImage, SvgRenderer } from './ports.ts';
import { refuseAddresses } from './refuse-addresses.ts';
import type { RenderCall } from './render.ts';

/** What previews may cost a caller. */
export interface PreviewAllowance {
  /** Previews, and photos of previews that could not be loaded. */
  readonly previews: MinuteAllowance;
  /** CPU time of renderers, in milliseconds. */
  readonly cpuMs: MinuteAllowance;
}

export interface PreviewDeps {
  readonly plan: PlanRequest;
  readonly photos: Pick<PhotoSource, 'refusal'>;
  readonly allowance: PreviewAllowance;
  readonly turns: LatestOnly;
  readonly renderer: Pick<SvgRenderer, 'svg'>;
}

export type PreviewCall = Omit<RenderCall, 'idempotencyKey'>;

/**
 * Draws the image of a render request as SVG with links to its photos. Nothing is downloaded, charged or stored. One preview
 * of a caller is in work, also after its client has gone; the newest of the others waits.
 *
 * @throws Failure invalidRequest, notFound as `render` does; quotaExceeded beyond the caller's allowance of previews;
 *   superseded when a newer preview of the caller waits; the renderer's own error; the reason of the deadline's signal
 */
export async function preview(call: PreviewCall, deps: PreviewDeps): Promise<SvgImage> {
  const { request, caller, deadline } = call;
  const { plan, photos, turns, renderer } = deps;
  const { previews, cpuMs } = deps.allowance;
  const owner = caller.accountId;
  const { spec, photos: needed, warnings } = plan(request, watermarkFor(caller.plan, request.watermark));
  refuseAddresses(needed, photos);
  previews.check(owner);
  cpuMs.check(owner);
  previews.count(owner);
  const onCpuTime = (ms: number) => cpuMs.count(owner, ms);
  const draw = async () => {
    const image = await renderer.svg(spec, { owner, priority: 'low', onCpuTime });
    return { ...image, warnings: [...warnings, ...image.warnings] };
  };
  const { signal } = deadline;
  return raceAbort(turns.run(owner, draw, signal), signal);
}
