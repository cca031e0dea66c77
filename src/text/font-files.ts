import type { Script } from './scripts.ts';

/**
 * The bundled fonts, by the name that themes use. `scripts` limits when a fallback font is asked at all, so
 * that a Latin board never opens a ten-megabyte Chinese file; absent means "asked for anything".
 */
export interface FontFile {
  /** Module path of a whole TrueType file inside a dependency. */
  readonly file: string;
  readonly scripts?: readonly Script[];
  /** OpenType features to switch, in HarfBuzz's notation. */
  readonly features?: readonly string[];
  /** Its glyphs are heaps of small squares, which are drawn as one outline. */
  readonly squares?: true;
}

const han: readonly Script[] = ['Hani', 'Kana', 'Bopo', 'Zyyy'];

export const fontFiles = {
  'inter-600': { file: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf' },
  'inter-800': { file: '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf' },
  'literata-600': { file: '@expo-google-fonts/literata/600SemiBold/Literata_600SemiBold.ttf' },
  'literata-800': { file: '@expo-google-fonts/literata/800ExtraBold/Literata_800ExtraBold.ttf' },
  'handjet-700': { file: '@expo-google-fonts/handjet/700Bold/Handjet_700Bold.ttf', squares: true },
  'press-start-2p': {
    file: '@expo-google-fonts/press-start-2p/400Regular/PressStart2P_400Regular.ttf',
    // Its letters are all of one width; a ligature would squeeze two into one.
    features: ['-liga'],
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
  'noto-sans-kr-600': {
    file: '@expo-google-fonts/noto-sans-kr/600SemiBold/NotoSansKR_600SemiBold.ttf',
    scripts: ['Hang'],
  },
  'noto-sans-arabic-600': {
    file: '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
    scripts: ['Arab'],
  },
  'noto-sans-hebrew-600': {
    file: '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
    scripts: ['Hebr'],
  },
  'noto-sans-thai-600': {
    file: '@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf',
    scripts: ['Thai'],
  },
  'noto-sans-devanagari-600': {
    file: '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
    scripts: ['Deva'],
  },
  'noto-sans-600': { file: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf' },
  'noto-sans-math': { file: '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf' },
  'noto-sans-symbols-2': {
    file: '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  },
} as const satisfies Record<string, FontFile>;

export type FontName = keyof typeof fontFiles;

/** Asked in this order after a theme's own fonts. */
export const fallbackFonts: readonly FontName[] = [
  'inter-600',
  'noto-sans-sc-600',
  'noto-sans-kr-600',
  'noto-sans-arabic-600',
  'noto-sans-hebrew-600',
  'noto-sans-thai-600',
  'noto-sans-devanagari-600',
  'noto-sans-600',
  'noto-sans-symbols-2',
  'noto-sans-math',
];
