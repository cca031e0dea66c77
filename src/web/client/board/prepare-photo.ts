import { storedPhotoSide } from '../../../model/photo.ts';

const quality = 0.9;

/**
 * Decodes a photo and encodes it again, upright and made smaller: nothing but its pixels leaves the browser.
 *
 * @throws Error when the browser cannot read it
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, storedPhotoSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const webp = await encoded(canvas, 'image/webp');
    // Where a browser cannot encode WebP, it encodes PNG, which is too large.
    if (webp.type === 'image/webp') return webp;
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    return await encoded(canvas, 'image/jpeg');
  } finally {
    bitmap.close();
  }
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not encoded'))), type, quality);
  });
}
