import type { Art } from '../../model/board.ts';
import type { CatalogTemplate } from '../../templates/catalog.ts';
import { previewVersion } from '../../templates/previews/address.ts';
import type { Theme } from '../../themes/theme.ts';
import type { WebContext } from '../context.ts';
import { sendDrawing } from './drawing.ts';

/** Draws the art of template items. */
export interface ArtDrawings {
  /** Returns an SVG file in the colours that the art has on a tile of the theme. */
  svg(art: Art, theme: Theme): Promise<string>;
}

/** Returns the path of an item's art, to which the caller appends the name of a theme. */
export function artPath(template: CatalogTemplate, position: number): string {
  return `/tier/${template.id}/art/${position}.svg?v=${previewVersion(template)}&theme=`;
}

const maxAgeSeconds = 7 * 24 * 60 * 60;

/** Answers `GET /tier/<id>/art/<position>.svg?theme=…`. */
export async function sendArt(
  ctx: WebContext,
  drawings: ArtDrawings,
  { template, file, theme }: { template: CatalogTemplate; file: string; theme: Theme | undefined },
): Promise<void> {
  const [, position] = /^(0|[1-9]\d{0,3})\.svg$/.exec(file) ?? [];
  const art = position === undefined ? undefined : template.items[Number(position)]?.art;
  const svg = art && theme && (await drawings.svg(art, theme));
  const tag = `${previewVersion(template)}-${position}-${svg?.length.toString(36)}`;
  sendDrawing(ctx, svg, { tag, maxAgeSeconds });
}
