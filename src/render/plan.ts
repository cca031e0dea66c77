import { type Resolved, resolveSpec } from '../items/resolve.ts';
import type { RenderRequest } from '../model/request.ts';
import type { TemplateCatalog } from '../model/template.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { fingerprintOf } from './fingerprint.ts';

/** What a request comes to, before anything is done about it. */
export interface PlannedRequest extends Resolved {
  /** The same for every request that gives the same picture. */
  readonly fingerprint: string;
}

/** @throws Failure invalidRequest that names the path, or notFound for an unknown template */
export type PlanRequest = (request: RenderRequest, watermark: boolean) => PlannedRequest;

/**
 * Resolves requests and takes their fingerprints. What a request came to is remembered as long as the request is.
 *
 * @param version of the renderer: another version may draw the same order differently
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
