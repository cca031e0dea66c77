import { randomFrom } from './random.mjs';

/** Returns templates made of real ones: each has the subject of one, a word of another in its title, and items of all. */
export function largeCatalogue(templates, count) {
  const random = randomFrom(10);
  const one = (list) => list[Math.floor(random() * list.length)];
  const items = templates.flatMap((template) => template.items);
  return Array.from({ length: count }, (_, index) => {
    const { title, tags, category } = one(templates);
    const { label } = one(items);
    return {
      id: index + 1,
      title: Object.fromEntries(
        Object.entries(title).map(([locale, text]) => [locale, `${text} ${label[locale]}`]),
      ),
      category,
      tags: [...new Set([...tags, ...one(templates).tags])],
      items: Array.from({ length: 12 + Math.floor(random() * 20) }, () => one(items)),
    };
  });
}
