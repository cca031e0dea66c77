import { type Resolved, resolveSpec } from '../items/resolve.ts';
import type { RenderRequest } from '../model/request.ts';
import type { TemplateCatalog } from '../model/template.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { fingerprintOf } from './fingerprint.ts';

/** A resolved request with its fingerprint. */
export interface PlannedRequest extends Resolved {
  /** Equal for all requests that produce the same image. */
  readonly fingerprint: string;
}

/** @throws Failure `invalidRequest` with the path of the problem, or `notFound` for an unknown template */
export type PlanRequest = (request: RenderRequest, watermark: boolean) => PlannedRequest;

/**
 * Creates a function that resolves requests and computes their fingerprints. It remembers each result for as long as
 * the request object exists.
 *
 * @param version version of the renderer; another version may draw the same spec differently
 */
export function requestPlanner(
  templates: TemplateCatalog,
  version: string,
  themes: ThemeSet = builtInThemes,
): PlanRequest {
  const [plain, marked] = [
    new WeakMap<RenderRequest, PlannedRequest>(),
    new WeakMap<RenderRequest, PlannedRequest>(),
  ];
  return (request, watermark) => {
    const known = watermark ? marked : plain;
    const found = known.get(request);
    if (found !== undefined) return found;
    const resolved = resolveSpec(request, templates, { watermark });
    const fingerprint = fingerprintOf(resolved.spec, resolved.template, version, themes);
    const planned = { ...resolved, fingerprint };
    known.set(request, planned);
    return planned;
  };
}
