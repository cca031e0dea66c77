import { plainText, type Word, wordOf } from './tokenize.ts';

/** Words that people use for the same, one group a line. A word finds the templates of all words of its groups. */
const groups = `
soccer, football, футбол, 足球
film, movie, cinema, flick, кино, фильм, киношка, 电影, 影片
cartoon, animation, мультик, мультфильм, анимация, 动画, 动画片, 卡通
anime, аниме, 动漫, 番剧, 动画
video game, videogame, gaming, видеоигра, компьютерная игра, 电子游戏, 电玩, 网游
candy, sweet, confectionery, сладость, сладкое, конфета, вкусняшка, 糖果, 甜食, 零食
crisp, chip, чипсы, 薯片
snack, снек, перекус, 零食, 小吃
fry, french fry, картошка фри, 薯条
biscuit, cookie, печенье, 饼干
dessert, десерт, 甜品, 甜点
ice cream, мороженое, 冰淇淋, 冰激凌, 雪糕
drink, beverage, напиток, 饮料, 饮品, 喝的
food, meal, dish, еда, блюдо, пища, 吃的, 食物, 菜
breakfast, brekkie, завтрак, 早餐, 早饭, 早点
veggie, vegetable, veg, овощ, 蔬菜, 青菜
aubergine, eggplant, баклажан, 茄子
courgette, zucchini, кабачок, 西葫芦
pasta, macaroni, noodle, макароны, паста, 意面, 意大利面
pastry, bakery, выпечка, булка, 糕点, 烘焙
shawarma, doner, kebab, шаурма, шаверма, 烤肉
cookware, kitchenware, utensil, посуда, кастрюля, сковорода, 厨具, 锅
dog, doggo, puppy, pup, собака, собачка, щенок, пёс, пёсик, 狗, 狗狗, 狗子, 小狗, 汪星人
cat, kitty, kitten, кот, котик, кошка, котёнок, 猫, 猫咪, 喵星人
pet, питомец, домашнее животное, 宠物, 毛孩子
bug, insect, creepy-crawly, насекомое, жук, букашка, 昆虫, 虫子
animal, beast, critter, животное, зверь, зверушка, 动物
fish, sea creature, рыба, 鱼
monster, creature, монстр, чудовище, нечисть, 怪物, 妖怪, 怪兽
space, cosmos, universe, космос, вселенная, 宇宙, 太空
car, auto, automobile, машина, автомобиль, тачка, 汽车, 车
vehicle, transport, transportation, транспорт, 交通工具
subway, metro, underground, tube, метро, 地铁
plane, airplane, aeroplane, самолёт, 飞机
bike, bicycle, велосипед, велик, 自行车, 单车
holiday, vacation, отпуск, каникулы, 度假, 假期
trip, travel, journey, tourism, путешествие, поездка, туризм, 旅游, 旅行
luggage, baggage, suitcase, багаж, чемодан, 行李
holiday, festival, celebration, праздник, 节日
christmas, xmas, рождество, 圣诞, 圣诞节
lunar new year, chinese new year, spring festival, китайский новый год, 春节, 过年
job, profession, career, occupation, профессия, работа, 职业, 工作
office, workplace, офис, 办公室, 上班
coworker, colleague, workmate, коллега, 同事
boss, manager, начальник, босс, 老板
chore, housework, cleaning, уборка, домашние дела, 家务, 打扫
flat, apartment, house, home, квартира, дом, 房子, 家
furniture, interior, мебель, интерьер, 家具
colour, color, цвет, 颜色, 色彩
flower, bloom, цветок, 花, 花卉
season, время года, 季节, 四季
autumn, fall, осень, 秋天
exercise, workout, training, тренировка, упражнение, 锻炼, 健身
gym, fitness, зал, качалка, фитнес, 健身房
sport, athletics, спорт, 体育, 运动
hobby, pastime, leisure, хобби, увлечение, досуг, 爱好, 兴趣
clothes, clothing, outfit, apparel, одежда, шмотки, вещи, 衣服, 服装, 穿搭
shoe, sneaker, trainer, footwear, обувь, кроссовки, 鞋, 鞋子
jumper, sweater, pullover, свитер, 毛衣
book, novel, книга, роман, 书, 小说
literature, литература, 文学
story, tale, рассказ, сказка, 故事
song, track, tune, песня, трек, 歌, 歌曲
music, музыка, 音乐
band, group, группа, 乐队
coding, programming, code, кодинг, программирование, 编程, 写代码, 代码
developer, programmer, coder, dev, программист, разработчик, айтишник, 程序员, 码农
it, айти, software, софт, 软件
computer, pc, laptop, компьютер, комп, ноутбук, 电脑, 计算机
phone, smartphone, mobile, телефон, смартфон, 手机
gadget, device, electronics, tech, гаджет, техника, электроника, 数码, 电子产品
board game, tabletop, настольная игра, настолка, 桌游
card game, карточная игра, карты, 纸牌, 扑克
school, class, lesson, школа, урок, 学校, 课程, 上课
maths, math, mathematics, математика, 数学
happiness, joy, pleasure, счастье, радость, 快乐, 幸福
annoyance, peeve, irritation, бесит, раздражает, 烦恼, 讨厌
sleep, nap, сон, недосып, 睡眠, 睡觉, 熬夜, 失眠
sight, landmark, attraction, достопримечательность, 名胜, 景点
town, city, город, 城市
usa, america, united states, сша, америка, 美国
uk, britain, england, великобритания, англия, 英国
rubbish, trash, garbage, мусор, 垃圾
martial art, fighting, единоборство, боевое искусство, 武术, 格斗
genre, type, kind, жанр, вид, тип, 类型, 种类
sofa, couch, диван, 沙发
spooky, scary, horror, ужасы, страшное, 恐怖
`;

/** Words of queries that say nothing of the subject. */
const stopWords = new Set(
  [
    'a an and are at be best do does favorite favourite for fav from good how i in is it list lists me my of on or our rank',
    'ranked ranking the their things tier tierlist to top vs we what whats when which who with worst you your',
    'в во для и из или как какая какие какой кем лист лучшая лучшее лучшие лучший любимая любимое любимые любимый мне мой мои',
    'на не о по рейтинг с самая самое самые самый со стать тир тирлист топ у ваш ваши что это лучше который которые куда где',
    '的 了 和 与 是 我 我的 你 我们 最 最好 最好的 最好吃 最喜欢 最爱 最讨厌 什么 哪个 哪些 哪里 哪儿 哪 怎么 想要 喜欢 讨厌 好',
    '好吃 好玩 排行 排行榜 排名 榜 榜单 名单 等级 推荐 世界上 里 上 有 去 吗 呢',
  ]
    .join(' ')
    .split(' '),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** The other words of the groups of each word. */
const synonyms = new Map<string, Set<string>>();
for (const group of groups.trim().split('\n')) {
  const words = plainText(group).split(', ');
  for (const word of words)
    for (const key of keysOf(wordOf(word)))
      synonyms.set(key, new Set([...(synonyms.get(key) ?? []), ...words.filter((one) => one !== word)]));
}

/** Returns words for the same. */
export function synonymsOf(word: Word): readonly string[] {
  return [...new Set(keysOf(word).flatMap((key) => [...(synonyms.get(key) ?? [])]))];
}

/** Returns the word and its stem, unless that is short: animation and animal have the same. */
function keysOf({ text, stem }: Word): string[] {
  return stem.length > text.length / 2 ? [text, stem] : [text];
}
