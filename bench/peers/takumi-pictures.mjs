import { element } from './element.mjs';
import { nodes, renderer } from './takumi.mjs';

export { withBytes as prepare } from './memory.mjs';

let round = 0;

/** @takumi-rs/core with the bytes in memory and without its caches, which would store decoded photos. */
export function render({ sheet, bytes }) {
  round++;
  const tree = element({ ...sheet, boxes: sheet.boxes.filter(({ picture }) => !picture) }, nodes);
  const images = [];
  for (const { x, y, width, height, radius, picture } of sheet.boxes) {
    if (!picture) continue;
    const src = `${picture}?${round}`;
    images.push({ src, data: bytes.get(picture), cache: 'none' });
    const style = {
      position: 'absolute',
      left: x,
      top: y,
      width,
      height,
      borderRadius: radius,
      objectFit: 'cover',
    };
    tree.children.push({ type: 'image', src, width, height, style });
  }
  return renderer.render(tree, {
    width: sheet.width,
    height: sheet.height,
    format: 'webp',
    quality: 90,
    images,
  });
}
