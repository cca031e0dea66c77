// Photos for the contact sheet, generated: landscapes of every shape and colour, and logos with transparent parts.
import sharp from 'sharp';
import { preparePhoto } from '../dist/raster/photos/prepare.js';

const hues = [8, 35, 52, 95, 150, 185, 210, 240, 275, 320];

/** Returns the photo of an address such as `photo:3:600x400` or `logo:2`, prepared for the engine. */
export async function loadContactPicture({ address, width, height }) {
  const [kind, number, shape = '300x300'] = address.split(':');
  const svg =
    kind === 'logo' ? logo(Number(number)) : landscape(Number(number), ...shape.split('x').map(Number));
  const bytes = await sharp(Buffer.from(svg))[kind === 'logo' ? 'png' : 'jpeg']().toBuffer();
  return preparePhoto(bytes, { width, height });
}

function landscape(number, width, height) {
  const hue = hues[number % hues.length];
  const side = Math.min(width, height);
  const [sunX, sunY] = [width * (0.3 + (number % 5) / 10), height * (0.2 + (number % 3) / 12)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 70% 78%)"/><stop offset="1" stop-color="hsl(${hue + 40} 60% 45%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${sunX}" cy="${sunY}" r="${side * 0.12}" fill="#fff6d8"/>
    <path d="M0 ${height}V${height * 0.7}L${width * 0.3} ${height * 0.45}L${width * 0.5} ${height * 0.66}L${width * 0.75} ${height * 0.38}L${width} ${height * 0.72}V${height}z" fill="hsl(${hue + 60} 35% 30%)"/>
    <path d="M0 ${height}V${height * 0.84}L${width * 0.4} ${height * 0.68}L${width} ${height * 0.88}V${height}z" fill="hsl(${hue + 80} 40% 18%)"/>
  </svg>`;
}

function logo(number) {
  const color = `hsl(${hues[number % hues.length]} 75% 55%)`;
  return number % 2 === 0
    ? `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160"><rect x="4" y="4" width="392" height="152" rx="76" fill="${color}"/><circle cx="80" cy="80" r="40" fill="#fff"/></svg>`
    : `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><path d="M120 8 232 216H8z" fill="${color}"/></svg>`;
}
