import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { encode } from '../encode.mjs';
import { fonts } from '../fonts.mjs';
import { element } from './element.mjs';

export { sheetOf as prepare } from '../sheet.mjs';

// One array of fonts for all renders: satori caches the parsed fonts by it.
const faces = fonts.map(({ family, weight, data }) => ({ name: family, weight, data, style: 'normal' }));

/** satori → SVG of outlines → resvg → sharp. */
export async function render(sheet) {
  const { width, height } = sheet;
  const svg = await satori(element(sheet, nodes), { width, height, fonts: faces });
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return encode(image.pixels, sheet);
}

const nodes = {
  box: (style, children) => ({ type: 'div', props: { style, children } }),
  words: (style, text) => ({ type: 'div', props: { style, children: text } }),
};
