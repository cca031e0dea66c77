import { Renderer, setGlyphCacheMaxBytes } from '@takumi-rs/core';
import { encode } from '../encode.mjs';
import { fonts } from '../fonts.mjs';
import { element } from './element.mjs';

/** @takumi-rs/core on one renderer with its fonts registered, with its own lossless WebP or with sharp's. */
export async function takumiPeers() {
  // Room for every glyph of every board, Chinese ones included.
  setGlyphCacheMaxBytes(256 * 1024 * 1024);
  const renderer = new Renderer();
  for (const { family, weight, data } of fonts) {
    await renderer.registerFont({ name: family, weight, data, style: 'normal' });
  }
  const drawn = (sheet, format) =>
    renderer.render(element(sheet, nodes), { width: sheet.width, height: sheet.height, ...format });
  return [
    {
      name: 'takumi, own WebP',
      peer: 'takumi',
      render: (sheet) => drawn(sheet, { format: 'webp', lossless: true }),
    },
    {
      name: 'takumi + sharp',
      peer: 'takumi',
      render: async (sheet) => encode(await drawn(sheet, { format: 'raw' }), sheet),
    },
  ];
}

const nodes = {
  box: (style, children) => ({ type: 'container', style, children }),
  words: (style, text) => ({ type: 'text', style, text }),
};
