/**
 * Colours of opaque pixels as one number each: red in the lowest byte, then green and blue, and 255 in the highest. They are
 * mixed as resvg does, to the bit. Source: the low-precision pipeline of tiny-skia, its functions `lerp` and `div255`.
 */

/** Returns the colour `#rrggbb`. */
export function packed(color: string): number {
  const rgb = Number.parseInt(color.slice(1), 16);
  return pack(rgb >> 16, (rgb >> 8) & 255, rgb & 255);
}

/** Returns the mixture of two colours: `cover` of 255 parts are `over`. */
export function mixed(under: number, over: number, cover: number): number {
  if (cover === 0) return under;
  if (cover === 255) return over;
  const keep = 255 - cover;
  return pack(
    ((under & 255) * keep + (over & 255) * cover + 255) >> 8,
    (((under >> 8) & 255) * keep + ((over >> 8) & 255) * cover + 255) >> 8,
    (((under >> 16) & 255) * keep + ((over >> 16) & 255) * cover + 255) >> 8,
  );
}

/** Returns a colour with a translucent one over it: its red, green and blue times its alpha, and that, each 0 to 255. */
export function overlaid(under: number, red: number, green: number, blue: number, alpha: number): number {
  const keep = 255 - alpha;
  return pack(
    red + (((under & 255) * keep + 255) >> 8),
    green + ((((under >> 8) & 255) * keep + 255) >> 8),
    blue + ((((under >> 16) & 255) * keep + 255) >> 8),
  );
}

function pack(red: number, green: number, blue: number): number {
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}
