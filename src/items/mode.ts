import type { RenderRequest } from '../model/request.ts';
import type { Mode } from '../model/vocabulary.ts';

/** The mode a request says or, when it says none, the one that its fields imply. */
export function inferMode(request: RenderRequest): Mode {
  if (request.mode !== undefined) return request.mode;
  if (request.templateId !== undefined) return 'template';
  return request.items === undefined ? 'inline' : 'custom';
}

/** A warning for each source of items that the request brings and its mode does not read. */
export function unusedFields(request: RenderRequest, mode: Mode): string[] {
  const warnings: string[] = [];
  if (request.templateId !== undefined && mode !== 'template') {
    warnings.push(`templateId: not used in ${mode} mode`);
  }
  if (request.items !== undefined && mode !== 'custom') warnings.push(`items: not used in ${mode} mode`);
  return warnings;
}
