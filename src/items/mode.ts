import type { RenderRequest } from '../model/request.ts';
import type { Mode } from '../model/vocabulary.ts';

/** Returns the mode of a request, inferred from its fields if it names none. */
export function inferMode(request: RenderRequest): Mode {
  if (request.mode !== undefined) return request.mode;
  if (request.templateId !== undefined) return 'template';
  return request.items === undefined ? 'inline' : 'custom';
}

/** Returns a warning for each source of items in the request that its mode ignores. */
export function unusedFields(request: RenderRequest, mode: Mode): string[] {
  const warnings: string[] = [];
  if (request.templateId !== undefined && mode !== 'template') {
    warnings.push(`templateId: not used in ${mode} mode`);
  }
  if (request.items !== undefined && mode !== 'custom') warnings.push(`items: not used in ${mode} mode`);
  return warnings;
}
