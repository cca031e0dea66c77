import type { Board, RenderSpec } from '../model/board.ts';
import { inferMode } from '../model/infer-mode.ts';
import type { RenderRequest } from '../model/request.ts';
import type { TemplateCatalog } from '../model/template.ts';
import { defaults } from '../model/vocabulary.ts';
import { customItems } from './custom-items.ts';
import { inlineItems } from './inline-items.ts';
import { unusedFields } from './mode.ts';
import { type ItemSource, type NeededPhoto, placeAll } from './place.ts';
import { requestedTemplate, templateItems } from './template-items.ts';
import { tierColors } from './tier-colors.ts';

export interface Resolved {
  readonly spec: RenderSpec;
  /** The template, in template mode. */
  readonly template: { readonly id: number; readonly revision: number } | undefined;
  /** The photos that the board shows. */
  readonly photos: readonly NeededPhoto[];
  /** Warnings for the client. */
  readonly warnings: readonly string[];
}

/**
 * Resolves a validated request into a render spec: mode → template → tiles → tier colours → title → defaults. Pure,
 * and linear in items, tiers and tracks.
 *
 * @param options `watermark` is the decision made from the plan; the request's own flag is ignored
 * @throws Failure `invalidRequest` with the path of the problem, or `notFound` for an unknown template
 */
export function resolveSpec(
  request: RenderRequest,
  templates: TemplateCatalog,
  options: { readonly watermark: boolean },
): Resolved {
  const mode = inferMode(request);
  const locale = request.locale ?? defaults.locale;
  const template = mode === 'template' ? requestedTemplate(request.templateId, templates) : undefined;
  const items = placeAll(request.tiers, itemSource());
  const colors = tierColors(request.tiers, request.tracks ?? [], template?.tracks ?? [], locale);

  const board: Board = {
    // An explicit empty title removes the title block, in template mode too.
    title: request.title ?? template?.title[locale] ?? '',
    tiers: request.tiers.map((tier, row) => ({
      title: tier.title,
      color: colors.byRow[row] ?? null,
      items: items.byRow[row] ?? [],
    })),
  };
  return {
    spec: {
      board,
      aspectRatio: request.aspectRatio ?? defaults.aspectRatio,
      scale: request.scale ?? defaults.scale,
      theme: request.theme ?? defaults.theme,
      format: request.format ?? defaults.format,
      watermark: options.watermark,
    },
    template,
    photos: items.photos,
    warnings: [...unusedFields(request, mode), ...items.warnings, ...colors.warnings],
  };
  function itemSource(): ItemSource {
    if (template !== undefined) return templateItems(template, locale);
    return mode === 'custom' ? customItems(request.items) : inlineItems;
  }
}
