import { limits } from '../dist/model/limits.js';
import { aspectRatios } from '../dist/model/vocabulary.js';
import { randomFrom } from './random.mjs';

/** Returns a maker of one grapheme: a character from one of the ranges of code points, and an ending. */
const from =
  (...ranges) =>
  (random) => {
    const [first, last = first] = ranges[Math.floor(random() * ranges.length)];
    return String.fromCodePoint(first + Math.floor(random() * (last - first + 1)));
  };
const joined =
  (...makers) =>
  (random) =>
    makers.map((make) => make(random)).join('');
const times = (count, make) => (random) => Array.from({ length: count }, () => make(random)).join('');
const oneOf =
  (...makers) =>
  (random) =>
    makers[Math.floor(random() * makers.length)](random);
const always = (text) => () => text;
/** One space in about seven graphemes. */
const spaced = (make) => (random) => (random() < 0.14 ? ' ' : make(random));

const latin = from([0x61, 0x7a], [0x41, 0x5a], [0xc0, 0xd6], [0xf8, 0x17f]);
const cyrillic = from([0x410, 0x44f], [0x450, 0x481]);
const greek = from([0x391, 0x3a1], [0x3b1, 0x3c9], [0x1f00, 0x1f07]);
const hebrew = from([0x5d0, 0x5ea]);
const arabic = from([0x620, 0x64a], [0x671, 0x6d3]);
const thai = from([0xe01, 0xe2e]);
const devanagari = from([0x904, 0x939]);
const hangul = from([0xac00, 0xd7a3]);
const han = from([0x4e00, 0x9fa5]);
const rareHan = from([0x3400, 0x4db5], [0x20000, 0x2a6d0]);
const kana = from([0x3041, 0x3096], [0x30a1, 0x30fa]);
const symbols = from([0x2190, 0x23ff], [0x2500, 0x27bf], [0x2a00, 0x2aff], [0x1d400, 0x1d7cb]);
const emoji = from([0x1f300, 0x1f5ff], [0x1f600, 0x1f64f], [0x1f680, 0x1f6c5], [0x1f90c, 0x1f9ff]);
const mark = from([0x300, 0x340]);
const blackWidow = always('\ufdfd');

/** Makers of one grapheme, by what a label of them shows. */
export const graphemes = {
  'Latin words': spaced(latin),
  'Latin without spaces': latin,
  'Latin in words of one letter': (random) => (random() < 0.5 ? ' ' : latin(random)),
  hyphens: always('-'),
  'letters and hyphens': (random) => (random() < 0.25 ? '-' : latin(random)),
  'soft hyphens': (random) => (random() < 0.25 ? '\u00ad' : latin(random)),
  'zero-width spaces': (random) => (random() < 0.5 ? '\u200b' : latin(random)),
  addresses: (random) => (random() < 0.2 ? '/' : latin(random)),
  'stacked marks': joined(latin, times(limits.combiningMarksPerBase, mark)),
  Cyrillic: spaced(cyrillic),
  'Cyrillic without spaces': cyrillic,
  Greek: spaced(greek),
  Hebrew: spaced(hebrew),
  'Hebrew with points': joined(hebrew, times(3, from([0x5b0, 0x5bc]))),
  Arabic: spaced(arabic),
  'Arabic without spaces': arabic,
  'Arabic with points': joined(arabic, times(3, from([0x64b, 0x652]))),
  basmala: blackWidow,
  'Arabic and Latin': oneOf(arabic, latin),
  Thai: joined(thai, oneOf(always(''), from([0xe31], [0xe34, 0xe3a], [0xe47, 0xe4e]))),
  'Thai vowels': oneOf(thai, from([0xe40, 0xe44], [0xe30, 0xe33])),
  Devanagari: spaced(joined(devanagari, oneOf(always(''), from([0x93e, 0x94c])))),
  'Devanagari without spaces': joined(devanagari, oneOf(always(''), from([0x93e, 0x94d]))),
  'Devanagari conjuncts': joined(times(2, joined(devanagari, always('\u094d'))), devanagari),
  Hangul: spaced(hangul),
  'Hangul without spaces': hangul,
  'Hangul in letters': joined(from([0x1100, 0x1112]), from([0x1161, 0x1175]), from([0x11a8, 0x11c2])),
  Han: han,
  'rare Han': rareHan,
  'Han with marks': joined(han, mark, mark),
  'Han and Latin words': (random) => (random() < 0.2 ? ' ' : oneOf(han, latin)(random)),
  kana,
  'kana with marks': joined(from([0x304b, 0x3062]), always('\u3099')),
  Bopomofo: from([0x3105, 0x312f]),
  symbols,
  'characters without a font': from([0x1000, 0x109f], [0x1780, 0x17b3], [0x10000, 0x1005d]),
  emoji,
  'emoji families': joined(emoji, times(3, joined(always('\u200d'), emoji))),
  flags: joined(from([0x1f1e6, 0x1f1ff]), from([0x1f1e6, 0x1f1ff])),
  'all scripts': oneOf(
    latin,
    cyrillic,
    greek,
    hebrew,
    arabic,
    thai,
    devanagari,
    hangul,
    han,
    kana,
    symbols,
    emoji,
  ),
  // Graphemes as long as the API accepts.
  'long: prepended signs': joined(times(31, from([0x600, 0x605])), latin),
  'long: Hangul letters': joined(times(16, from([0x1100, 0x1112])), times(16, from([0x1161, 0x1175]))),
  'long: conjuncts': joined(times(15, joined(devanagari, always('\u094d'))), devanagari),
  'long: joined emoji': joined(times(10, joined(emoji, always('\u200d'))), emoji),
  'long: joined marks': joined(latin, times(7, joined(times(3, mark), always('\u200d')))),
};

const lengths = [1, 5, 15, 40, 80, limits.labelGraphemes];
const rowCounts = [1, 3, 6, 12, limits.tiers];
const tileCounts = [12, limits.drawnTiles];

function labelOf(make, length, random) {
  const text = Array.from({ length }, () => make(random))
    .join('')
    .trim();
  return text === '' ? 'a' : text;
}

/**
 * Returns a valid board of fresh texts of one kind. It has fewer labels, and then shorter ones, where its request would
 * be too large.
 */
export function hostileBoard({ kind, length, rows, tiles, long = 1 }, seed) {
  const random = randomFrom(seed);
  const make = graphemes[kind];
  const titleLength = Math.min(limits.tierTitleGraphemes, Math.ceil(length * long));
  const tiers = Array.from({ length: rows }, () => ({
    title: labelOf(make, titleLength, random),
    color: null,
    items: [],
  }));
  const title = labelOf(make, titleLength, random);
  let bytes = Buffer.byteLength(JSON.stringify({ title, tiers }));
  for (let index = 0; index < tiles; index++) {
    const label = labelOf(make, length, random);
    bytes += Buffer.byteLength(label) + 40;
    if (bytes > limits.bodyBytes) break;
    tiers[index % rows].items.push({ kind: 'text', label });
  }
  return { title, tiers };
}

/** Returns every combination of kind, length, rows, tiles and aspect ratio, in an order that depends on the seed alone. */
export function hostileCases(seed = 1) {
  const cases = [];
  for (const kind of Object.keys(graphemes))
    for (const length of lengths)
      for (const rows of rowCounts)
        for (const tiles of tileCounts)
          for (const aspectRatio of aspectRatios) cases.push({ kind, length, rows, tiles, aspectRatio });
  const random = randomFrom(seed);
  for (let last = cases.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [cases[last], cases[other]] = [cases[other], cases[last]];
  }
  return cases;
}

export const nameOf = ({ kind, length, rows, tiles, aspectRatio }) =>
  `${kind}, ${tiles} × ${length} in ${rows} rows, ${aspectRatio}`;

export function hostileSpec(one, seed, scale) {
  return {
    board: hostileBoard(one, seed),
    aspectRatio: one.aspectRatio,
    scale,
    theme: 'night',
    format: 'webp',
    watermark: true,
  };
}
