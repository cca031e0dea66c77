import type { RenderRequest } from '../model/request.ts';
import type { Mode } from '../model/vocabulary.ts';

/** Returns a warning for each source of items in the request that its mode ignores. */
export function unusedFields(request: RenderRequest, mode: Mode): string[] {
  const warnings: string[] = [];
  if (request.templateId !== undefined && mode !== 'template') {
    warnings.push(`templateId: not used in ${mode} mode`);
  }
  if (request.items !== undefined && mode !== 'custom') warnings.push(`items: not used in ${mode} mode`);
  return warnings;
}
