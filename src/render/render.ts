import { resolveOrder } from '../items/resolve.ts';
import { type PlanName, watermarkFor } from '../model/plan.ts';
import type { RenderRequest } from '../model/request.ts';
import type { TemplateCatalog } from '../model/template.ts';
import { type AspectRatio, defaults } from '../model/words.ts';
import type { ImageStore, PictureSource, Renderer } from './ports.ts';
import { supplyPictures } from './supply-pictures.ts';

/** The edges the pipeline touches, passed in so that the pipeline itself stays a list of steps. */
export interface RenderEdges {
  readonly templates: TemplateCatalog;
  readonly renderer: Renderer;
  readonly pictures: PictureSource;
  readonly images: ImageStore;
  readonly now: () => Date;
  /** How long a picture is kept, in milliseconds. */
  readonly imageLifeMs: number;
}

export interface RenderCall {
  readonly request: RenderRequest;
  readonly plan: PlanName;
}

export interface RenderAnswer {
  readonly renderId: string;
  readonly imagePath: string;
  /** Real pixels. */
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: AspectRatio;
  readonly cached: boolean;
  readonly expiresAt: Date;
  readonly title: string;
  readonly warnings: readonly string[];
}

/**
 * The way of a render request, one step a line:
 * resolve the items → apply the plan → get the pictures → draw and encode → keep the picture → answer with its address.
 */
export async function render(call: RenderCall, edges: RenderEdges): Promise<RenderAnswer> {
  const resolved = resolveOrder(call.request, edges.templates, {
    watermark: watermarkFor(call.plan, call.request.watermark),
  });
  const policy = call.request.onImageError ?? defaults.onImageError;
  const { order, digests, warnings, release } = await supplyPictures(
    resolved.order,
    resolved.pictures,
    policy,
    edges,
  );
  const picture = await edges.renderer.render(order, digests).finally(release);
  const expiresAt = new Date(edges.now().getTime() + edges.imageLifeMs);
  const renderId = await edges.images.save(picture.bytes, order.format, expiresAt);
  return {
    renderId,
    imagePath: `/images/${renderId}.${order.format}`,
    width: picture.width,
    height: picture.height,
    aspectRatio: order.aspectRatio,
    cached: false,
    expiresAt,
    title: order.board.title,
    warnings: [...resolved.warnings, ...warnings, ...picture.warnings],
  };
}
