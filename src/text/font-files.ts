import type { Script } from './scripts.ts';

/** A bundled font. */
export interface FontFile {
  /** Module path of a whole TrueType file inside a package. The build copies it to `dist/assets/fonts/`. */
  readonly file: string;
  /** The scripts for which the font is considered, so that a Latin board does not open a Chinese file of 10 MB. Default: all. */
  readonly scripts?: readonly Script[];
  /** OpenType features, in HarfBuzz's notation. */
  readonly features?: readonly string[];
  /** Characters for which the next fonts are used. */
  readonly without?: RegExp;
  /** Some glyphs, or all, are drawn from `data/glyphs/<name>.json` instead. */
  readonly redrawn?: true;
  /** A font for headings: characters it lacks come from the extra-bold shared fonts. */
  readonly heavy?: true;
}

const han: readonly Script[] = ['Hani', 'Kana', 'Bopo', 'Zyyy'];

/** Superscripts, subscripts and fractions, which are illegible in a font of squares. */
const raisedFigures = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u215e]/;

/** The bundled fonts, by the names that themes use. */
export const fontFiles = {
  'inter-600': { file: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf' },
  'inter-800': { file: '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf', heavy: true },
  'literata-600': { file: '@expo-google-fonts/literata/600SemiBold/Literata_600SemiBold.ttf' },
  'literata-800': { file: '@expo-google-fonts/literata/800ExtraBold/Literata_800ExtraBold.ttf', heavy: true },
  'handjet-700': {
    file: '@expo-google-fonts/handjet/700Bold/Handjet_700Bold.ttf',
    without: raisedFigures,
    redrawn: true,
  },
  'handjet-800': {
    file: '@expo-google-fonts/handjet/800ExtraBold/Handjet_800ExtraBold.ttf',
    heavy: true,
    without: raisedFigures,
    redrawn: true,
  },
  'press-start-2p': {
    file: '@expo-google-fonts/press-start-2p/400Regular/PressStart2P_400Regular.ttf',
    // The font is monospaced; a ligature would squeeze two letters into one.
    features: ['-liga'],
    heavy: true,
    redrawn: true,
  },
  'noto-sans-sc-600': {
    file: '@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf',
    scripts: han,
  },
  'noto-sans-sc-800': {
    file: '@expo-google-fonts/noto-sans-sc/800ExtraBold/NotoSansSC_800ExtraBold.ttf',
    scripts: han,
  },
  'noto-serif-sc-800': {
    file: '@expo-google-fonts/noto-serif-sc/800ExtraBold/NotoSerifSC_800ExtraBold.ttf',
    scripts: han,
  },
  'noto-serif-sc-600': {
    file: '@expo-google-fonts/noto-serif-sc/600SemiBold/NotoSerifSC_600SemiBold.ttf',
    scripts: han,
  },
  'zcool-qingke': {
    file: '@expo-google-fonts/zcool-qingke-huangyou/400Regular/ZCOOLQingKeHuangYou_400Regular.ttf',
    scripts: han,
  },
  'noto-sans-jp-600': {
    file: '@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf',
    scripts: han,
  },
  'noto-sans-jp-800': {
    file: '@expo-google-fonts/noto-sans-jp/800ExtraBold/NotoSansJP_800ExtraBold.ttf',
    scripts: han,
  },
  'noto-sans-kr-600': {
    file: '@expo-google-fonts/noto-sans-kr/600SemiBold/NotoSansKR_600SemiBold.ttf',
    scripts: ['Hang'],
  },
  'noto-sans-kr-800': {
    file: '@expo-google-fonts/noto-sans-kr/800ExtraBold/NotoSansKR_800ExtraBold.ttf',
    scripts: ['Hang'],
  },
  'noto-sans-arabic-600': {
    file: '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
    scripts: ['Arab'],
  },
  'noto-sans-arabic-800': {
    file: '@expo-google-fonts/noto-sans-arabic/800ExtraBold/NotoSansArabic_800ExtraBold.ttf',
    scripts: ['Arab'],
  },
  'noto-sans-hebrew-600': {
    file: '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
    scripts: ['Hebr'],
  },
  'noto-sans-hebrew-800': {
    file: '@expo-google-fonts/noto-sans-hebrew/800ExtraBold/NotoSansHebrew_800ExtraBold.ttf',
    scripts: ['Hebr'],
  },
  'noto-sans-thai-600': {
    file: '@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf',
    scripts: ['Thai'],
  },
  'noto-sans-thai-800': {
    file: '@expo-google-fonts/noto-sans-thai/800ExtraBold/NotoSansThai_800ExtraBold.ttf',
    scripts: ['Thai'],
  },
  'noto-sans-devanagari-600': {
    file: '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
    scripts: ['Deva'],
  },
  'noto-sans-devanagari-800': {
    file: '@expo-google-fonts/noto-sans-devanagari/800ExtraBold/NotoSansDevanagari_800ExtraBold.ttf',
    scripts: ['Deva'],
  },
  'noto-sans-600': {
    file: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  },
  'noto-sans-800': {
    file: '@expo-google-fonts/noto-sans/800ExtraBold/NotoSans_800ExtraBold.ttf',
  },
  'noto-sans-math': { file: '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf' },
  'noto-sans-symbols-2': {
    file: '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  },
} as const satisfies Record<string, FontFile>;

export type FontName = keyof typeof fontFiles;

/** Fallback after a theme's own fonts, in this order. */
const sharedFonts: readonly FontName[] = [
  'inter-600',
  'noto-sans-sc-600',
  'noto-sans-jp-600',
  'noto-sans-kr-600',
  'noto-sans-arabic-600',
  'noto-sans-hebrew-600',
  'noto-sans-thai-600',
  'noto-sans-devanagari-600',
  'noto-sans-600',
  'noto-sans-symbols-2',
  'noto-sans-math',
];

const sharedHeavyFonts: readonly FontName[] = [
  'inter-800',
  'noto-sans-sc-800',
  'noto-sans-jp-800',
  'noto-sans-kr-800',
  'noto-sans-arabic-800',
  'noto-sans-hebrew-800',
  'noto-sans-thai-800',
  'noto-sans-devanagari-800',
  'noto-sans-800',
  'noto-sans-symbols-2',
  'noto-sans-math',
];

/** Returns a theme's fonts and the fonts shared by all themes, in order of fallback. */
export function withSharedFonts(names: readonly FontName[]): readonly FontName[] {
  return [...new Set([...names, ...(isHeavy(names) ? sharedHeavyFonts : sharedFonts)])];
}

/** Returns the font of Japanese text in a theme with these fonts. */
export function japaneseFont(names: readonly FontName[]): FontName {
  return isHeavy(names) ? 'noto-sans-jp-800' : 'noto-sans-jp-600';
}

function isHeavy([first]: readonly FontName[]): boolean {
  const file: FontFile | undefined = first && fontFiles[first];
  return file?.heavy === true;
}
