import { readFileSync } from 'node:fs';

const spec = (board) => ({
  board,
  aspectRatio: '3:4',
  scale: 1,
  theme: 'night',
  format: 'webp',
  watermark: false,
});
const row = (title, ...labels) => ({
  title,
  color: null,
  items: labels.map((label) => ({ kind: 'text', label })),
});

function eighty() {
  const example = JSON.parse(readFileSync(new URL('../examples/eighty-items.json', import.meta.url), 'utf8'));
  return {
    title: example.title,
    tiers: example.tiers.map((tier) => row(tier.title, ...tier.items.map((index) => example.items[index]))),
  };
}

/** Returns a board of 80 invented words that are new in every round, to measure text that no renderer has cached. */
export function newWords(round) {
  const syllables = 'ba do fi gu he jo ka lu mi no pe ri sa to vu ze'.split(' ');
  // A stride coprime to 16⁴ visits all words of four syllables; each further lap, from round 820 on, adds a fifth
  // syllable.
  const word = (index) => {
    const count = round * 80 + index;
    const number = (count * 1237) % 65536;
    const lap = Math.floor(count / 65536);
    return [number >> 12, (number >> 8) & 15, (number >> 4) & 15, number & 15, ...(lap > 0 ? [lap] : [])]
      .map((digit) => syllables[digit])
      .join('');
  };
  const rows = Array.from({ length: 5 }, (_, tier) =>
    row(word(tier).slice(0, 2), ...Array.from({ length: 16 }, (__, place) => word(tier * 16 + place))),
  );
  return { title: `Words ${round}`, tiers: rows };
}

const always = (board) => () => spec(board);

/** Returns the request for a board of labels, in the API's form. */
export function requestOf({ title, tiers }) {
  return {
    title,
    tiers: tiers.map((tier) => ({ title: tier.title, items: tier.items.map(({ label }) => label) })),
  };
}

/** The boards of the comparison as specs for a round: night theme, 1080×1440, no watermark. */
export const boards = [
  { name: '80 text tiles', spec: always(eighty()) },
  {
    name: '10 text tiles',
    spec: always({
      title: 'Ways to Eat a Potato',
      tiers: [
        row('S', 'Fries', 'Mashed', 'Roast'),
        row('A', 'Hash browns', 'Gnocchi', 'Baked'),
        row('B', 'Crisps', 'Potato salad'),
        row('C', 'Boiled', 'Raw'),
      ],
    }),
  },
  {
    name: 'long labels in three languages',
    spec: always({
      title: 'Small pleasures · 小确幸 · Маленькие радости',
      tiers: [
        row(
          'Wonderful',
          'The other side of the pillow on a hot summer night',
          'Finding money in the pocket of last winter’s coat',
          'Первый глоток горячего чая после долгой прогулки по морозу',
          'Запах дождя на тёплом асфальте в начале лета',
          '下雨天窝在被窝里听窗外的雨声，哪里也不用去',
          '刚出炉的面包散发出来的香味飘满整条街',
        ),
        row(
          '很不错',
          'Waking up before the alarm and seeing there are two hours left',
          'A train that leaves the very moment you step on board',
          'Когда все светофоры по дороге домой горят зелёным',
          'Снять неудобные туфли после целого дня на ногах',
          '排队的时候旁边突然新开了一个窗口',
          '洗完澡换上刚晒过太阳的干净床单',
        ),
        row(
          'Неплохо',
          'Peeling the protective film off a new screen in one go',
          'Угадать размер контейнера для остатков супа с первого раза',
          '快递比预计时间提前了整整两天送到家门口',
          'Being recognised by the neighbour’s cat',
          'Чистый лист в новой тетради',
          '路上的小狗对你摇尾巴',
        ),
      ],
    }),
  },
  { name: '80 text tiles, new words every time', spec: (round) => spec(newWords(round)) },
];
