import { sheetOf } from '../sheet.mjs';

const bytes = new Map();

/** The sheet of a spec and the bytes of its photos, downloaded once and off the clock. */
export async function withBytes(spec) {
  const sheet = sheetOf(spec);
  for (const { picture } of sheet.boxes) {
    if (!picture || bytes.has(picture)) continue;
    bytes.set(picture, Buffer.from(await (await fetch(picture)).arrayBuffer()));
  }
  return { sheet, bytes };
}
