import type { Localized } from '../../model/vocabulary.ts';

/** Texts about arranging many items at once, for the script of the ranking board. */
export const arrangeMessages = {
  placedNext: {
    en: '{placed}. Next: {item}',
    zh: '{placed}。下一个：{item}',
    ru: '{placed}. Дальше: {item}',
  },
  shuffle: { en: 'Shuffle', zh: '打乱顺序', ru: 'Перемешать' },
  shuffled: {
    en: 'The unplaced items are shuffled.',
    zh: '已打乱待排项目的顺序。',
    ru: 'Нераспределённые пункты перемешаны.',
  },
  sortBack: { en: 'Original order', zh: '恢复原顺序', ru: 'Исходный порядок' },
  sortedBack: {
    en: 'The unplaced items are in their original order.',
    zh: '待排项目已恢复原顺序。',
    ru: 'Нераспределённые пункты снова в исходном порядке.',
  },
  hideLabels: { en: 'Hide labels', zh: '隐藏文字', ru: 'Скрыть подписи' },
  putRest: {
    en: 'Put the rest into one tier',
    zh: '其余全部放入一个等级',
    ru: 'Остальное — в один ряд',
  },
  putRestInto: {
    en: 'Put the remaining {count} into',
    zh: '将其余 {count} 项全部放入',
    ru: 'Поместить остальное ({count}) в',
  },
  restPlaced: {
    en: 'Items moved to {place}: {count}.',
    zh: '已将 {count} 项移到{place}。',
    ru: '{place}: перемещено пунктов — {count}.',
  },
  present: { en: 'Present', zh: '全屏逐项排', ru: 'По одному' },
  placedOf: {
    en: '{placed} of {total} placed',
    zh: '已排 {placed} 项，共 {total} 项',
    ru: 'Распределено {placed} из {total}',
  },
  skip: { en: 'Skip', zh: '跳过', ru: 'Пропустить' },
  tierColors: { en: 'Tier colours', zh: '等级颜色', ru: 'Цвета рядов' },
  ownColors: { en: 'Original', zh: '默认', ru: 'Исходные' },
  greenToRed: { en: 'Green to red', zh: '由绿到红', ru: 'От зелёного к красному' },
  ocean: { en: 'Ocean', zh: '海洋', ru: 'Океан' },
  colorBlind: { en: 'Colour-blind safe', zh: '色觉友好', ru: 'Для дальтоников' },
  candy: { en: 'Candy', zh: '糖果', ru: 'Карамель' },
  warnings: {
    en: 'Notes on this image: {count}',
    zh: '关于这张图片的提示：{count}',
    ru: 'Замечания к картинке: {count}',
  },
} as const satisfies Record<string, Localized>;
