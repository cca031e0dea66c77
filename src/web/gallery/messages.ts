import type { Localized } from '../../model/vocabulary.ts';

/** Texts of the gallery. */
export const galleryMessages = {
  title: { en: 'Tier list templates', zh: '排行榜模板', ru: 'Шаблоны тир-листов' },
  lead: {
    en: 'Pick a topic, drag its items into tiers, and download the image. No account needed.',
    zh: '选一个主题，把项目拖进等级，下载图片。无需注册。',
    ru: 'Выберите тему, разложите пункты по рядам и скачайте картинку. Без регистрации.',
  },
  description: {
    en: 'Templates for tier lists on food, animals, films, travel and more: rank the items and get an image.',
    zh: '美食、动物、电影、旅行等主题的排行榜模板：排好名次，生成图片。',
    ru: 'Шаблоны тир-листов о еде, животных, кино, путешествиях и не только: расставьте по местам и получите картинку.',
  },
  own: { en: 'Rank your own items', zh: '自定义排行', ru: 'Свой список' },
  searchLabel: { en: 'Search the templates', zh: '搜索模板', ru: 'Поиск по шаблонам' },
  search: { en: 'Search', zh: '搜索', ru: 'Найти' },
  modes: { en: 'Sort order', zh: '排序', ru: 'Порядок' },
  recommended: { en: 'Recommended', zh: '推荐', ru: 'Рекомендуем' },
  hot: { en: 'Popular', zh: '热门', ru: 'Популярное' },
  newest: { en: 'New', zh: '最新', ru: 'Новое' },
  categories: { en: 'Categories', zh: '分类', ru: 'Категории' },
  all: { en: 'All', zh: '全部', ru: 'Все' },
  found: { en: 'Templates: {count}', zh: '共 {count} 个模板', ru: 'Шаблонов: {count}' },
  none: {
    en: 'No templates found. Try another word, or rank your own items.',
    zh: '没有找到模板。换个词试试，或自定义排行。',
    ru: 'Ничего не нашлось. Попробуйте другое слово или составьте свой список.',
  },
  elsewhere: {
    en: 'Show matches in all categories: {count}',
    zh: '查看全部分类中的 {count} 个结果',
    ru: 'Показать во всех категориях: {count}',
  },
  didYouMean: {
    en: 'Did you mean “{text}”?',
    zh: '你要找的是“{text}”吗？',
    ru: 'Возможно, вы искали «{text}»?',
  },
  seeCategory: { en: 'See all in “{name}”', zh: '查看“{name}”分类', ru: 'Вся категория «{name}»' },
  items: { en: '{count} items', zh: '{count} 项', ru: 'Пунктов: {count}' },
} as const satisfies Record<string, Localized>;
