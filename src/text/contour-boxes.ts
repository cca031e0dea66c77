import * as hb from 'harfbuzzjs';
import { type Box, BoxPen } from './dots.ts';

/**
 * The bounding box of each contour of a glyph, noted while HarfBuzz draws it: a letter of squares has four thousand curves,
 * and to make a command of each takes three times as long as all the rest of its outline.
 */
export function contourBoxes(font: hb.Font, glyph: number): readonly Box[] {
  const pen = new BoxPen();
  font.drawGlyph(glyph, penFuncs(), pen);
  return pen.boxes;
}

let funcs: hb.DrawFuncs | undefined;

/** Draws with a `BoxPen`. Made once: the callbacks take places in the table of the WebAssembly module. */
function penFuncs(): hb.DrawFuncs {
  if (!funcs) {
    funcs = new hb.DrawFuncs();
    funcs.setMoveToFunc((x, y, pen) => (pen as BoxPen).moveTo(x, y));
    funcs.setLineToFunc((x, y, pen) => (pen as BoxPen).lineTo(x, y));
    funcs.setQuadraticToFunc((_cx, _cy, x, y, pen) => (pen as BoxPen).lineTo(x, y));
    funcs.setCubicToFunc((_ax, _ay, _bx, _by, x, y, pen) => (pen as BoxPen).lineTo(x, y));
    funcs.setClosePathFunc((pen) => (pen as BoxPen).close());
  }
  return funcs;
}
