import sharp, { type FormatEnum } from 'sharp';
import type { PhotoFormat } from '../../model/photo.ts';
import type { RasteriserName } from '../../model/vocabulary.ts';

/** What sharp calls a format that it has decoded, and which loader of libvips decodes it. */
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

/** What sharp calls the formats of photos. */
export const decodedFormats: ReadonlySet<string> = new Set(
  Object.values(decoders).map(({ format }) => format),
);

/** The loaders that a rasteriser needs for our own scenes. */
const sceneLoaders: Readonly<Record<RasteriserName, readonly string[]>> = { resvg: [], librsvg: ['Svg'] };

/** Blocks every loader of libvips for this process, but for those of untrusted photos and of the rasteriser. */
export function blockLoaders(rasteriser: RasteriserName): void {
  const loaders = [...Object.values(decoders).map(({ loader }) => loader), ...sceneLoaders[rasteriser]];
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}Buffer`) });
}
