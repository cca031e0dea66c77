import { categories } from '../templates/categories.ts';
import {
  type DraftItem,
  draftProblems,
  readItem,
  readTags,
  readTexts,
  type TemplateDraft,
  usualTracks,
} from '../templates/draft/draft.ts';
import type { Questions } from './questions.ts';

/** The parts of a draft that need no question. */
export type Given = Partial<TemplateDraft>;

export const textsForm = 'must be one text, or three in the form English | Chinese | Russian';

/** A valid draft with the usual tiers, in which a part can be checked by itself. */
export const exampleDraft: TemplateDraft = {
  title: { en: 'Teas', zh: '茶', ru: 'Чай' },
  description: { en: 'Teas.', zh: '茶。', ru: 'Чай.' },
  category: 'food-and-drink',
  tags: [],
  tracks: usualTracks,
  items: [{ label: { en: 'Tea', zh: '茶', ru: 'Чай' } }],
};

/**
 * Asks for the parts of a draft that are not given, but for the tiers. Asks again after an invalid answer.
 *
 * @param dir the folder of its art
 */
export async function askForTemplate(
  given: Given,
  dir: string,
  { ask, say }: Questions,
): Promise<TemplateDraft> {
  /** @param read returns the part that an answer stands for, or undefined for texts of another form */
  const part = async <Part extends keyof TemplateDraft>(
    name: Part,
    question: string,
    read: (answer: string) => TemplateDraft[Part] | undefined,
  ): Promise<TemplateDraft[Part]> => {
    for (;;) {
      const value = read(await ask(question));
      const problems =
        value === undefined ? [textsForm] : draftProblems({ ...exampleDraft, [name]: value }, dir);
      if (value !== undefined && problems.length === 0) return value;
      for (const problem of problems) say(`  ${problem}`);
    }
  };

  say('Texts are English | Chinese | Russian, or one text for all three languages.');
  const title = given.title ?? (await part('title', 'Title: ', readTexts));
  const description = given.description ?? (await part('description', 'Description: ', readTexts));
  if (given.category === undefined) say(`Categories: ${categories.map(({ slug }) => slug).join(', ')}`);
  const category = given.category ?? (await part('category', 'Category: ', (answer) => answer));
  const tags = given.tags ?? (await part('tags', 'Words for the search, with commas between: ', readTags));
  const items = given.items ?? (await askForItems());
  return { ...exampleDraft, ...given, title, description, category, tags, items };

  async function askForItems(): Promise<readonly DraftItem[]> {
    say('Items, such as: 🍵 Green tea | 绿茶 | Зелёный чай. An empty line ends the list.');
    let items: readonly DraftItem[] = [];
    for (;;) {
      const longer = await part('items', `Item ${items.length + 1}: `, (answer) => {
        if (answer === '' && items.length > 0) return items;
        const item = readItem(answer);
        return item && [...items, item];
      });
      if (longer === items) return items;
      items = longer;
    }
  }
}
