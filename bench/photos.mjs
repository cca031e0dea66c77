import sharp from 'sharp';

/** Returns a JPEG of 400 × 400 pixels with the detail of a photo: smooth colours with noise. */
export function photo(index) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${index * 9} 70% 60%)"/><stop offset="1" stop-color="hsl(${index * 9 + 90} 60% 25%)"/></linearGradient></defs><rect width="400" height="400" fill="url(#g)"/><circle cx="${100 + index * 5}" cy="150" r="70" fill="#fe9"/></svg>`;
  const noise = {
    create: { width: 400, height: 400, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 18 } },
  };
  return sharp(Buffer.from(svg))
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 82 })
    .toBuffer();
}
