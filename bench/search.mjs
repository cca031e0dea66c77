// Searches a made-up catalogue of 10 000 templates: `npm run --prefix bench search`.
import { templateSearch } from '../dist/templates/search/index.js';

const templates = 10_000;
const questions = 3_000;
/** As the contract wants it at p99, in milliseconds. */
const wanted = 10;

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = numbers(10);
const upTo = (count) => Math.floor(random() * count);
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** Made-up words, as many and as long as a language's. */
const syllables = {
  en: 'ba be co da de el fi ga gre ha in ka lo ma men ne or pa pro qui ra re sa ster ta tion un ver wa zo'.split(' '),
  ru: 'ба ве го да ка ла ло ма на ни но пе по про ра ро се сти та ти то тро ча ше щи эк ят лей кий ный'.split(' '),
};
const vocabulary = {
  en: times(12_000, () => times(2 + upTo(3), () => syllables.en[upTo(30)]).join('')),
  ru: times(12_000, () => times(2 + upTo(3), () => syllables.ru[upTo(30)]).join('')),
  zh: times(12_000, () => times(2 + upTo(2), () => String.fromCodePoint(0x4e00 + upTo(3_000))).join('')),
};
/** Few words are in most texts, and most words in few (Zipf's law). */
const word = (locale) => {
  const words = vocabulary[locale];
  return words[Math.floor(words.length ** random()) - 1] ?? words[0];
};
const text = (locale, most) => times(1 + upTo(most), () => word(locale)).join(locale === 'zh' ? '' : ' ');
const localized = (most) => ({ en: text('en', most), zh: text('zh', most), ru: text('ru', most) });

const catalogue = times(templates, (index) => ({
  id: index + 1,
  title: localized(3),
  tags: times(5, () => word('en')),
  items: times(12 + upTo(20), () => ({ label: localized(2) })),
}));

const misspelt = (one) => {
  const at = 1 + upTo(one.length - 2);
  return one.slice(0, at) + one.slice(at + 1);
};
const kinds = {
  'one word': (locale) => word(locale),
  'two words': (locale) => text(locale, 2),
  'the beginning of a word': (locale) => word(locale).slice(0, locale === 'zh' ? 1 : 2 + upTo(3)),
  'a word misspelt': (locale) => (locale === 'zh' ? word(locale) : misspelt(word(locale))),
  'nothing there is': () => `xq${upTo(1e6).toString(36)}`,
};

const began = performance.now();
const search = templateSearch(catalogue);
console.log(`${templates} templates, indexed in ${Math.round(performance.now() - began)} ms`);

const locales = ['en', 'zh', 'ru'];
const rows = [];
const all = [];
for (const round of ['warm up', 'measured'])
  for (const [kind, make] of Object.entries(kinds)) {
    const taken = times(questions / 5, (index) => {
      const locale = locales[index % 3];
      const question = make(locale);
      const start = performance.now();
      const found = search.find(question, locale);
      return { ms: performance.now() - start, found: found.length, question };
    }).sort((a, b) => a.ms - b.ms);
    if (round === 'warm up') continue;
    all.push(...taken.map(({ ms }) => ms));
    rows.push({ kind, ...quantiles(taken.map(({ ms }) => ms)), slowest: taken.at(-1).question, found: taken.at(-1).found });
  }
all.sort((a, b) => a - b);
rows.push({ kind: 'all of them', ...quantiles(all) });
console.table(rows);
const { p99 } = quantiles(all);
console.log(`p99 ${p99} ms, wanted under ${wanted} ms; ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MB`);
if (p99 >= wanted) process.exitCode = 1;

function quantiles(sorted) {
  const at = (share) => Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2));
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}
