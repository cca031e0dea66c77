import type { Rect } from '../layout/placed.ts';
import type { Size } from '../model/vocabulary.ts';
import type { Texture } from '../themes/theme.ts';

/** Returns the lines of a texture over the whole canvas: one-pixel rectangles on whole pixels. */
export function textureLines(texture: Texture, { width, height }: Size): readonly Rect[] {
  const across = places(height, texture.step).map((y) => ({ x: 0, y, width, height: 1 }));
  if (texture.kind === 'scanlines') return across;
  return [...across, ...places(width, texture.step).map((x) => ({ x, y: 0, width: 1, height }))];
}

/** Returns the path data of the lines. */
export function linesPath(lines: readonly Rect[]): string {
  const back = (x: number, width: number) => (x === 0 ? 'H0' : `h${-width}`);
  return lines.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}${back(x, width)}z`).join('');
}

function places(length: number, step: number): number[] {
  return Array.from({ length: Math.ceil(length / step) - 1 }, (_, index) => (index + 1) * step);
}
