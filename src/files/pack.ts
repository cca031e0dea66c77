import { openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

/**
 * Many small texts in one file, which `scripts/assets.mjs` writes: the length of the index as a 32-bit number (little
 * endian), the index as JSON, and then each text by itself in Deflate.
 */
export interface Pack {
  names(): readonly string[];
  /** Returns the text of that name, or undefined if there is none. */
  read(name: string): string | undefined;
}

/** Where a compressed text begins after the index, and its length, in bytes. */
type Place = readonly [offset: number, length: number];

interface OpenPack {
  readonly file: number;
  readonly places: ReadonlyMap<string, Place>;
  readonly textsAt: number;
}

const lengthBytes = 4;

/** Returns the pack in a file. It is opened at the first use, and stays open. */
export function packAt(path: string): Pack {
  let opened: OpenPack | undefined;

  function open(): OpenPack {
    const file = openSync(path, 'r');
    const indexBytes = bytesAt(file, 0, lengthBytes).readUInt32LE();
    const index: Readonly<Record<string, Place>> = JSON.parse(
      bytesAt(file, lengthBytes, indexBytes).toString('utf8'),
    );
    return { file, places: new Map(Object.entries(index)), textsAt: lengthBytes + indexBytes };
  }

  function bytesAt(file: number, offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (readSync(file, bytes, 0, length, offset) < length) throw new Error(`${path} is cut off`);
    return bytes;
  }

  return {
    names() {
      opened ??= open();
      return [...opened.places.keys()];
    },
    read(name) {
      opened ??= open();
      const place = opened.places.get(name);
      if (!place) return undefined;
      const [offset, length] = place;
      return inflateRawSync(bytesAt(opened.file, opened.textsAt + offset, length)).toString('utf8');
    },
  };
}
