import type { LinkedBoard, TrackTitles } from './form.ts';
import { packText } from './text.ts';
import { writeForm } from './write-form.ts';

/**
 * Writes a board as the `b` of an address, with what browsers and Node.js share.
 *
 * @returns undefined for a board that fits into no address
 * @throws BoardLinkError for a request that is not valid
 */
export async function writeBoardLink(board: LinkedBoard, titlesOf: TrackTitles): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(writeForm(board, titlesOf)));
  const deflated = await deflate(bytes);
  const isDeflated = deflated.length < bytes.length;
  return packText({ isDeflated, bytes: isDeflated ? deflated : bytes });
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
