import type { Localized } from '../model/vocabulary.ts';

export interface Category {
  /** The value of `categoryId` in a query. Never reused for another category. */
  readonly id: number;
  /** The value in a template's file. */
  readonly slug: string;
  readonly name: Localized;
}

/** All categories. Add a new one at the end, with the next id. */
export const categories: readonly Category[] = [
  { id: 1, slug: 'food-and-drink', name: { en: 'Food and drink', zh: '美食饮品', ru: 'Еда и напитки' } },
  { id: 2, slug: 'animals', name: { en: 'Animals', zh: '动物', ru: 'Животные' } },
  { id: 3, slug: 'travel', name: { en: 'Travel', zh: '旅行', ru: 'Путешествия' } },
  { id: 4, slug: 'countries', name: { en: 'Countries', zh: '国家', ru: 'Страны' } },
  { id: 5, slug: 'sport', name: { en: 'Sport', zh: '体育', ru: 'Спорт' } },
  { id: 6, slug: 'music', name: { en: 'Music', zh: '音乐', ru: 'Музыка' } },
  { id: 7, slug: 'film', name: { en: 'Film', zh: '电影', ru: 'Кино' } },
  { id: 8, slug: 'books', name: { en: 'Books', zh: '书籍', ru: 'Книги' } },
  { id: 9, slug: 'technology', name: { en: 'Technology', zh: '科技', ru: 'Технологии' } },
  { id: 10, slug: 'science', name: { en: 'Science', zh: '科学', ru: 'Наука' } },
  { id: 11, slug: 'games', name: { en: 'Games', zh: '游戏', ru: 'Игры' } },
  { id: 12, slug: 'school', name: { en: 'School', zh: '校园', ru: 'Учёба' } },
  { id: 13, slug: 'work', name: { en: 'Work', zh: '职场', ru: 'Работа' } },
  { id: 14, slug: 'everyday-life', name: { en: 'Everyday life', zh: '日常生活', ru: 'Повседневная жизнь' } },
  { id: 15, slug: 'chinese-cuisine', name: { en: 'Chinese cuisine', zh: '中国菜', ru: 'Китайская кухня' } },
  { id: 16, slug: 'russian-cuisine', name: { en: 'Russian cuisine', zh: '俄罗斯菜', ru: 'Русская кухня' } },
  { id: 17, slug: 'world-cuisine', name: { en: 'World cuisine', zh: '世界各地美食', ru: 'Кухни мира' } },
  { id: 18, slug: 'holidays', name: { en: 'Holidays', zh: '节日', ru: 'Праздники' } },
  { id: 19, slug: 'nature', name: { en: 'Nature', zh: '自然', ru: 'Природа' } },
  { id: 20, slug: 'health', name: { en: 'Health', zh: '健康', ru: 'Здоровье' } },
  { id: 21, slug: 'fashion', name: { en: 'Fashion', zh: '时尚', ru: 'Мода' } },
  { id: 22, slug: 'art', name: { en: 'Art', zh: '艺术', ru: 'Искусство' } },
  { id: 23, slug: 'transport', name: { en: 'Transport', zh: '交通', ru: 'Транспорт' } },
  { id: 24, slug: 'home', name: { en: 'Home', zh: '家居', ru: 'Дом' } },
];

const bySlug = new Map(categories.map((category) => [category.slug, category]));

export function categoryOf(slug: string): Category | undefined {
  return bySlug.get(slug);
}
