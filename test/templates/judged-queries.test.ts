import { expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { locales } from '../../src/model/vocabulary.ts';
import { LiveTemplates } from '../../src/templates/live.ts';
// What people type in each language, and the ids of the templates that any of them would be content with.
import judged from './judged-queries.json' with { type: 'json' };

const templates = await LiveTemplates.open(packagedData.templatesDir);
const never = () => ({ total: 0, recent: 0 });
/** The share of the queries of a language that find what is wanted among the first three. */
const floor = 0.95;

interface Answer {
  readonly kind: string;
  readonly words: string;
  readonly isFound: boolean;
}

for (const locale of locales)
  it(`finds what people want among the first three in ${locale}`, async () => {
    const answers: Answer[] = [];
    for (const { kind, queries } of judged.filter((section) => section.locale === locale))
      for (const [words, wanted] of Object.entries(queries)) {
        const ids: readonly number[] = wanted;
        const found = (await templates.list({ words, locale }, never)).slice(0, 3);
        answers.push({ kind, words, isFound: found.some(({ id }) => ids.includes(id)) });
      }
    const missed = answers.filter(({ isFound }) => !isFound);
    const share = 1 - missed.length / answers.length;
    console.log(
      `${locale}: ${answers.length - missed.length} of ${answers.length} queries (${(100 * share).toFixed(1)} %)`,
      missed.map(({ kind, words }) => `\n  ${kind}: ${words}`).join(''),
    );
    expect(share).toBeGreaterThanOrEqual(floor);
  });

it('judges every query by templates that exist', () => {
  const ids = judged.flatMap(({ queries }) => Object.values(queries).flat());
  expect(ids.filter((id) => templates.set.find(id) === undefined)).toEqual([]);
});
