// The boards of the contact sheet: typical and difficult ones.

const words = (label) => ({ kind: 'text', label });

/** Creates a board from `[tier title, items]` rows. */
const itemBoard = (title, rows) => ({
  title,
  tiers: rows.map(([tier, items]) => ({ title: tier, color: null, items })),
});

/** Creates a board from `[tier title, labels]` rows. */
const board = (title, rows) =>
  itemBoard(
    title,
    rows.map(([tier, labels]) => [tier, labels.map(words)]),
  );

const flavours =
  'Chocolate Vanilla Strawberry Mint Pistachio Mango Lemon Coffee Caramel Hazelnut Coconut Raspberry Blueberry Cherry Banana Peach Apple Walnut Almond Honey'.split(
    ' ',
  );

/** Returns a board of that number of flavours in the rows; every third is a pair. */
const many = (n, rows) =>
  board(
    `${n} flavours of ice cream`,
    rows.map((r, i) => [
      r,
      Array.from({ length: Math.floor(n / rows.length) + (i < n % rows.length ? 1 : 0) }, (_, k) =>
        k % 3 ? flavours[(i * 7 + k) % 20] : `${flavours[(i * 7 + k) % 20]} ${flavours[(k + 3) % 20]}`,
      ),
    ]),
  );

const photo = (number, shape, label = '') => ({
  kind: 'picture',
  address: `photo:${number}:${shape}`,
  label,
});
const logo = (number, label = '') => ({ kind: 'picture', address: `logo:${number}`, label });
export const boards = {
  pictures80: itemBoard(
    '80 views, ranked',
    'SABCD'
      .split('')
      .map((tier, row) => [
        tier,
        Array.from({ length: 16 }, (_, index) => photo(row * 16 + index, '400x300')),
      ]),
  ),
  pictures25: itemBoard('Places to see before it rains', [
    [
      'S',
      [photo(1, '600x400', 'Lake Bled'), photo(2, '400x600', 'The old harbour'), logo(0, 'Harbour Lines')],
    ],
    [
      'A',
      [
        words('Home'),
        photo(3, '300x300'),
        photo(4, '900x300', 'A road that goes on and on for days'),
        words('🏖️ The beach'),
      ],
    ],
    ['B', [logo(1), photo(5, '300x900'), photo(6, '500x400', '北京'), photo(7, '500x400', 'Озеро')]],
    ['C', [words('The car park behind the station'), photo(8, '120x90', 'Tiny')]],
    ['D', []],
  ]),
  pictures3: itemBoard('', [
    ['S', [photo(1, '600x400', 'Lake')]],
    ['A', [photo(2, '400x600')]],
    ['B', [logo(3, 'Triangle')]],
  ]),
  photos24: itemBoard('Places I have been to', [
    [
      'S',
      [photo(1, '600x400', 'Lake Bled'), photo(2, '400x600', 'The old harbour at dawn'), photo(3, '500x500')],
    ],
    [
      'A',
      [11, 12, 13, 14, 15].map((number) =>
        photo(number, '600x400', number % 2 ? 'Kyoto' : 'A road that goes on and on for days'),
      ),
    ],
    ['B', [21, 22, 23, 24, 25, 26].map((number) => photo(number, '400x400', `Town ${number}`))],
    ['C', [31, 32, 33, 34, 35, 36, 37].map((number) => photo(number, '400x600'))],
    ['D', [photo(41, '600x400', '北京'), photo(42, '600x400', 'Озеро'), photo(43, '500x400', 'Reykjavík')]],
  ]),
  mixed30: itemBoard('Ways to spend a Sunday', [
    [
      'S',
      [photo(1, '600x400', 'Lake Bled'), words('🥐 Brunch'), words('Reading'), photo(2, '400x600', 'Hills')],
    ],
    [
      'A',
      [
        words('Napping'),
        photo(3, '300x300', 'Market'),
        words('🎬 Cinema'),
        words('Board games'),
        words('Baking'),
      ],
    ],
    ['B', ['Gardening', 'Cycling', '🎣 Fishing', 'Video games', 'Museums', 'Jigsaws', 'Tennis'].map(words)],
    ['C', [words('Laundry'), words('🧹 Cleaning'), photo(4, '400x300', 'The car park'), words('Ironing')]],
    ['D', [words('Spreadsheets'), words('Tax returns'), words('Queueing at the post office')]],
  ]),
  mixed60: itemBoard(
    'Sixty snacks',
    [13, 5, 16, 15, 11].map((count, row) => [
      'SABCD'[row],
      Array.from({ length: count }, (_, index) => {
        const number = row * 16 + index;
        return number % 3 === 0
          ? photo(number, '400x400', index % 2 ? `${flavours[number % 20]} wafers` : flavours[number % 20])
          : words(number % 5 === 0 ? `🍪 ${flavours[number % 20]}` : flavours[number % 20]);
      }),
    ]),
  ),
  three: board('Pets, ranked', [
    ['S', ['🐈 Cat']],
    ['A', ['🐕 Dog']],
    ['B', ['🐹 Hamster']],
  ]),
  mixed25: board('Weekend breakfasts worth getting up for', [
    ['S', ['🥞 Pancakes', '🥐 Croissant', '🍳 Fried eggs', '🧇 Waffles']],
    [
      'A',
      ['🥯 Bagel', '🥓 Bacon', '🍓 Strawberries', '🥑 Avocado toast', '🫐 Blueberries', '🍌 Banana bread'],
    ],
    ['B', ['🥣 Porridge', '🥛 Milk', '🍯 Honey', '🍊 Orange juice', '☕ Coffee', '🫖 Tea', '🧀 Cheese']],
    ['C', ['🥔 Hash browns', '🍅 Tomatoes', '🥒 Cucumber', '🍞 Toast']],
    ['D', ['🫘 Beans', '🥦 Broccoli', '🧄 Garlic', '🌶️ Chilli']],
    ['F', []],
  ]),
  eighty: many(80, 'SABCDF'.split('')),
  long: board('Things people say in meetings, and how much work follows from each of them in the end', [
    [
      'Absolutely essential',
      ['Let us take this offline and come back to it next week', 'Could somebody share the slides?'],
    ],
    [
      'Nice to have',
      [
        'I will keep this short',
        'Circling back on the thread from Tuesday',
        'As per my last message',
        'You are on mute',
      ],
    ],
    [
      'Please no',
      [
        'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
        'Quick question before we end',
        'Can everyone see my screen?',
      ],
    ],
  ]),
  chinese: board('中国美食排行榜', [
    ['夯', ['北京烤鸭', '小笼包', '麻婆豆腐', '火锅', '兰州拉面']],
    ['顶级', ['宫保鸡丁', '糖醋里脊', '东坡肉', '饺子', '酸菜鱼', '螺蛳粉']],
    ['人上人', ['红烧肉', '炸酱面', '凉皮', '臭豆腐']],
    ['NPC', ['皮蛋瘦肉粥', '西红柿炒鸡蛋']],
    ['拉完了', ['豆汁儿']],
  ]),
  russian: board('Лучшие супы на каждый день', [
    ['Шедевр', ['Борщ', 'Солянка', 'Уха']],
    ['Отлично', ['Щи', 'Рассольник', 'Окрошка', 'Грибной суп']],
    ['Нормально', ['Куриный бульон', 'Гороховый суп']],
    ['На любителя', ['Молочный суп с вермишелью', 'Свекольник']],
  ]),
  scripts: board('Hello, world — 你好 Привет مرحبا שלום 🌍', [
    ['S', ['안녕하세요 세계', 'こんにちは世界', 'สวัสดีชาวโลก', 'नमस्ते दुनिया']],
    ['א', ['مرحبا بالعالم 123', 'שלום עולם (2024)', 'Γειά σου Κόσμε', '👨‍👩‍👧‍👦 family 👍🏽 🇺🇦']],
    ['B', ['x² + y² = r²', '∀x∈ℝ → ∃y', 'Z̸̡̛a̷l̵g̶o̴', '𓂀 unknown \u{10FFFF}']],
  ]),
  twelve: many(40, 'SS S A+ A A- B+ B B- C D E F'.split(' ')),
  two: many(9, ['Hot', 'Not']),
  empty: board('Nothing yet', [
    ['S', []],
    ['A', []],
    ['B', []],
    ['C', []],
    ['D', []],
  ]),
  one: board('', [['The only one', ['Only']]]),
  thirty: many(
    60,
    Array.from({ length: 30 }, (_, i) => `Tier ${i + 1}`),
  ),
  lopsided: board('One tier has it all', [
    ['S', Array.from({ length: 70 }, (_, i) => flavours[i % 20])],
    ['A', ['Two', 'Three']],
    ['B', ['Four', 'Five']],
    ['C', ['Six', 'Seven']],
    ['D', ['Eight', 'Nine']],
    ['F', ['Ten', 'Eleven']],
  ]),
  eightylong: board(
    'Eighty long names',
    'SABCDF'
      .split('')
      .map((r, i) => [
        r,
        Array.from(
          { length: i < 2 ? 14 : 13 },
          (_, k) => `The ${flavours[(k + i * 3) % 20]} one that everybody at the table liked number ${k + 1}`,
        ),
      ]),
  ),
};
