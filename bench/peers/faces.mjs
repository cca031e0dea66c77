import { GlobalFonts } from '@napi-rs/canvas';
import { fonts } from '../fonts.mjs';

for (const { path, family } of fonts) GlobalFonts.registerFromPath(path, family);

/** The families in the order they are asked for a glyph, as CSS writes them. */
export const faces = '"Inter", "Noto Sans SC"';
