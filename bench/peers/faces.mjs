import { GlobalFonts } from '@napi-rs/canvas';
import { fonts } from '../fonts.mjs';

for (const { path, family } of fonts) GlobalFonts.registerFromPath(path, family);

/** The font families in order of preference, in CSS syntax. */
export const faces = '"Inter", "Noto Sans SC"';
