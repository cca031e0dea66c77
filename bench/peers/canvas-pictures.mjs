import { createCanvas, loadImage } from '@napi-rs/canvas';
import { draw } from './canvas.mjs';

export { withBytes as prepare } from './memory.mjs';

let canvas;

/** @napi-rs/canvas with the bytes in memory: decodes each photo every time and draws it with smooth scaling. */
export async function render({ sheet, bytes }) {
  canvas ??= createCanvas(sheet.width, sheet.height);
  const context = canvas.getContext('2d');
  draw(context, sheet);
  context.imageSmoothingQuality = 'high';
  for (const { x, y, width, height, radius, picture } of sheet.boxes) {
    if (!picture) continue;
    const image = await loadImage(bytes.get(picture));
    context.save();
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.clip();
    context.drawImage(image, x, y, width, height);
    context.restore();
  }
  return canvas.encode('webp', 90);
}
