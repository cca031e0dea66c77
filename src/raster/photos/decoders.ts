import sharp, { type FormatEnum } from 'sharp';
import type { PhotoFormat } from '../../model/photo.ts';
import type { RasteriserName } from '../../model/vocabulary.ts';

/** Sharp's name for a decoded format, and the libvips loader that decodes it. */
interface Decoder {
  readonly format: keyof FormatEnum;
  readonly loader: string;
}

const decoders: Readonly<Record<PhotoFormat, Decoder>> = {
  jpeg: { format: 'jpeg', loader: 'Jpeg' },
  png: { format: 'png', loader: 'Png' },
  webp: { format: 'webp', loader: 'Webp' },
  gif: { format: 'gif', loader: 'Nsgif' },
  avif: { format: 'heif', loader: 'Heif' },
};

/** Sharp's names for the formats of photos. */
export const decodedFormats: ReadonlySet<string> = new Set(
  Object.values(decoders).map(({ format }) => format),
);

/** The loaders that a rasteriser needs for our own SVG. */
const sceneLoaders: Readonly<Record<RasteriserName, readonly string[]>> = { resvg: [], librsvg: ['Svg'] };

/** Blocks all libvips loaders in this process, except those for untrusted photos and for the rasteriser. */
export function blockLoaders(rasteriser: RasteriserName): void {
  const loaders = [...Object.values(decoders).map(({ loader }) => loader), ...sceneLoaders[rasteriser]];
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}Buffer`) });
}
