import { createCanvas } from '@napi-rs/canvas';
import { encode } from '../encode.mjs';
import { faces } from './faces.mjs';

export { sheetOf as prepare } from '../sheet.mjs';

/** @napi-rs/canvas (Skia) on one reused canvas, with its own WebP encoder: 100 is its lossless WebP. */
export const ownWebp = (sheet) => drawn(sheet).encode('webp', 100);

/** The same with sharp's encoder. */
export const withSharp = (sheet) => encode(drawn(sheet).data(), sheet);

let canvas = createCanvas(1, 1);

function drawn(sheet) {
  if (canvas.width !== sheet.width || canvas.height !== sheet.height)
    canvas = createCanvas(sheet.width, sheet.height);
  draw(canvas.getContext('2d'), sheet);
  return canvas;
}

export function draw(context, { width, height, ground, boxes }) {
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  for (const box of boxes) {
    if (box.edge) fill(context, box, box.edge.color, 0);
    if (box.fill) fill(context, box, box.fill, box.edge?.height ?? 0);
    if (box.text) write(context, box.text);
  }
}

function fill(context, { x, y, width, height, radius, corners }, color, top) {
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(x, y + top, width, height - top, corners ?? radius);
  context.fill();
}

function write(context, { lines, places, size, weight, color }) {
  context.fillStyle = color;
  context.font = `${weight} ${size}px ${faces}`;
  lines.forEach((line, index) => {
    const { x, baseline } = places[index];
    context.fillText(line, x, baseline);
  });
}
