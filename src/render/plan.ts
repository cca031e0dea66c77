import { type Resolved, resolveSpec } from '../items/resolve.ts';
import { checkFormat, watermarkFor } from '../model/plan.ts';
import type { RenderRequest } from '../model/request.ts';
import type { TemplateCatalog } from '../model/template.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Caller } from './ports.ts';

/** A resolved request with its fingerprint. */
export interface PlannedRequest extends Resolved {
  /** Equal for all requests that produce the same image. */
  readonly fingerprint: string;
}

/** @throws Failure `invalidRequest` with the path of the problem, or `notFound` for an unknown template */
export type PlanRequest = (request: RenderRequest, watermark: boolean) => PlannedRequest;

/**
 * Resolves a request as the plan of its caller has it.
 *
 * @throws what `plan` throws; Failure invalidRequest for a format that the caller's plan does not have
 */
export function planFor(
  { request, caller }: { readonly request: RenderRequest; readonly caller: Pick<Caller, 'plan'> },
  plan: PlanRequest,
): PlannedRequest {
  checkFormat(caller.plan, request.format);
  return plan(request, watermarkFor(caller.plan, request.watermark));
}

/**
 * Creates a function that resolves requests and computes their fingerprints. It remembers each result for as long as
 * the request object exists and the templates are not reloaded.
 *
 * @param templates `set` is read for each request
 * @param version version of the renderer; another version may draw the same spec differently
 */
export function requestPlanner(
  templates: { readonly set: TemplateCatalog },
  version: string,
  themes: ThemeSet = builtInThemes,
): PlanRequest {
  let memo = emptyMemo(templates.set);
  return (request, watermark) => {
    if (memo.templates !== templates.set) memo = emptyMemo(templates.set);
    const known = watermark ? memo.marked : memo.plain;
    const found = known.get(request);
    if (found !== undefined) return found;
    const resolved = resolveSpec(request, memo.templates, { watermark });
    const fingerprint = fingerprintOf(resolved.spec, resolved.template, version, themes);
    const planned = { ...resolved, fingerprint };
    known.set(request, planned);
    return planned;
  };
}

function emptyMemo(templates: TemplateCatalog) {
  return {
    templates,
    plain: new WeakMap<RenderRequest, PlannedRequest>(),
    marked: new WeakMap<RenderRequest, PlannedRequest>(),
  };
}
