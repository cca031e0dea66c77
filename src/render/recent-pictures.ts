import type { PicturePixels } from '../model/drawing.ts';

/** Room for some boards full of pictures. */
const mostBytes = 48 * 1024 * 1024;

/** Pictures as they were drawn last, by name; the least recently used go first. */
export class RecentPictures {
  readonly #pictures = new Map<string, PicturePixels>();
  #bytes = 0;

  get(name: string): PicturePixels | undefined {
    const pixels = this.#pictures.get(name);
    if (pixels) {
      this.#pictures.delete(name);
      this.#pictures.set(name, pixels);
    }
    return pixels;
  }

  keep(name: string, pixels: PicturePixels): void {
    this.#drop(name);
    this.#pictures.set(name, pixels);
    this.#bytes += pixels.data.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#pictures.get(name)?.data.length ?? 0;
    this.#pictures.delete(name);
  }
}
