import { Renderer, setGlyphCacheMaxBytes } from '@takumi-rs/core';
import { encode } from '../encode.mjs';
import { fonts } from '../fonts.mjs';
import { element } from './element.mjs';

export { sheetOf as prepare } from '../sheet.mjs';

// Cache size for every glyph of every board, Chinese ones included.
setGlyphCacheMaxBytes(256 * 1024 * 1024);
export const renderer = new Renderer();
for (const { family, weight, data } of fonts) {
  await renderer.registerFont({ name: family, weight, data, style: 'normal' });
}

/** @takumi-rs/core with one renderer and registered fonts, with its own lossless WebP. */
export const ownWebp = (sheet) => drawn(sheet, { format: 'webp', lossless: true });

export const png = (sheet) => drawn(sheet, { format: 'png' });

/** With sharp's encoder. */
export const withSharp = async (sheet) => encode(await drawn(sheet, { format: 'raw' }), sheet);

export const nodes = {
  box: (style, children) => ({ type: 'container', style, children }),
  words: (style, text) => ({ type: 'text', style, text }),
};

function drawn(sheet, format) {
  return renderer.render(element(sheet, nodes), { width: sheet.width, height: sheet.height, ...format });
}
