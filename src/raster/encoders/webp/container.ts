/** Returns a WebP file with one chunk. @see https://www.rfc-editor.org/rfc/rfc9649#name-riff-file-format */
export function inContainer(chunk: 'VP8 ' | 'VP8L', parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = length + (length & 1);
  const file = Buffer.alloc(20 + padded);
  file.write('RIFF');
  file.writeUInt32LE(12 + padded, 4);
  file.write(`WEBP${chunk}`, 8);
  file.writeUInt32LE(length, 16);
  let at = 20;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
