import type { Size } from '../model/vocabulary.ts';
import type { Texture } from '../themes/theme.ts';

/** Returns the path data of a texture over the whole canvas: one-pixel rectangles on whole pixels. */
export function texturePath(texture: Texture, { width, height }: Size): string {
  const across = lines(height, texture.step).map((y) => `M0 ${y}h${width}v1H0z`);
  if (texture.kind === 'scanlines') return across.join('');
  const down = lines(width, texture.step).map((x) => `M${x} 0h1v${height}h-1z`);
  return [...across, ...down].join('');
}

function lines(length: number, step: number): number[] {
  return Array.from({ length: Math.ceil(length / step) - 1 }, (_, index) => (index + 1) * step);
}
