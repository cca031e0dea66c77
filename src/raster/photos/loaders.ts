import sharp from 'sharp';

const photoLoaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/**
 * Leaves only the loaders that untrusted pictures need; all else that libvips could read is blocked for the
 * process. `svg` is for librsvg as the rasteriser of our own scenes.
 */
export function blockLoaders({ svg }: { readonly svg: boolean }): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  const open = svg ? [...photoLoaders, 'Svg'] : photoLoaders;
  sharp.unblock({ operation: open.map((name) => `VipsForeignLoad${name}Buffer`) });
}
