import type { RenderOrder } from '../model/board.ts';
import type { RenderRequest } from '../model/request.ts';
import type { TemplateCatalog } from '../model/template.ts';

/** Turns a checked request into the order for one picture. To be written. */
export declare function resolveOrder(
  request: RenderRequest,
  templates: TemplateCatalog,
  options: { readonly watermark: boolean },
): { readonly order: RenderOrder; readonly warnings: readonly string[] };
