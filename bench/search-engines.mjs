// Compares search engines on the judged queries (test/templates/judged-queries.json): how many find what people want among the
// first three of the catalogue, and what a query takes with 10 000 templates made of the real ones. All of them get the terms
// of our tokenizer, the same fields and the same weights.
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import { build } from 'esbuild';
import { Document } from 'flexsearch';
import MiniSearch from 'minisearch';
import { categoryOf } from '../dist/templates/categories.js';
import { loadTemplates } from '../dist/templates/load.js';
import { templateSearch } from '../dist/templates/search/index.js';
import { termsOf } from '../dist/templates/search/terms.js';
import { quantile } from './rounds.mjs';
import { largeCatalogue } from './search-catalogue.mjs';
import { table } from './tables.mjs';

const judged = JSON.parse(
  await readFile(new URL('../test/templates/judged-queries.json', import.meta.url), 'utf8'),
);
const queries = judged.flatMap(({ locale, queries: some }) =>
  Object.entries(some).map(([words, wanted]) => ({ locale, words, wanted })),
);
const { recommended } = await loadTemplates('../data/templates');

const weights = { title: 8, tags: 3.5, category: 1.5, labels: 1 };
const fields = Object.keys(weights);
const documentOf = ({ title, tags, category, items }, id) => ({
  id,
  title: Object.values(title).join('\n'),
  tags: tags.join('\n'),
  category: Object.values(categoryOf(category)?.name ?? {}).join('\n'),
  labels: items.flatMap(({ label }) => Object.values(label)).join('\n'),
});
const terms = termsOf;
const isLong = (term) => term.length >= 4 && !/^[=\p{Script=Han}]/u.test(term);

const engines = {
  ours: async (templates) => {
    const search = await templateSearch(templates, () => setImmediate());
    return ({ words, locale }) => search.find(words, locale);
  },
  MiniSearch: async (templates) => {
    const index = new MiniSearch({ fields, tokenize: terms, processTerm: (term) => term });
    index.addAll(templates.map(documentOf));
    const options = {
      boost: weights,
      prefix: isLong,
      fuzzy: (term) => (isLong(term) ? (term.length >= 7 ? 2 : 1) : false),
    };
    return ({ words }) => {
      const all = index.search(words, { ...options, combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(words, options);
      return found.map(({ id }) => templates[id]);
    };
  },
  FlexSearch: async (templates) => {
    const index = new Document({
      document: { id: 'id', index: fields.map((field) => ({ field, tokenize: 'forward', encode: terms })) },
    });
    templates.forEach((template, id) => {
      index.add(documentOf(template, id));
    });
    return ({ words }) =>
      // It merges fields in the order of their list, without weights.
      [...new Set(index.search(words, { suggest: true, limit: 100 }).flatMap(({ result }) => result))].map(
        (id) => templates[id],
      );
  },
  Orama: async (templates) => {
    const index = create({
      schema: Object.fromEntries(fields.map((field) => [field, 'string'])),
      components: { tokenizer: { language: 'none', normalizationCache: new Map(), tokenize: terms } },
    });
    await insertMultiple(
      index,
      templates.map((template, id) => ({ ...documentOf(template, id), id: String(id) })),
    );
    return ({ words }) => {
      const ask = (tolerance) =>
        searchOrama(index, { term: words, boost: weights, tolerance, threshold: tolerance, limit: 100 });
      const strict = ask(0);
      return (strict.count > 0 ? strict : ask(1)).hits.map(({ id }) => templates[Number(id)]);
    };
  },
};

const sources = {
  MiniSearch: "export { default } from 'minisearch'",
  FlexSearch: "export { Document } from 'flexsearch'",
  Orama: "export { create, insertMultiple, search } from '@orama/orama'",
  ours: "export { templateSearch } from '../dist/templates/search/index.js'",
};

async function kilobytes(name) {
  const { outputFiles } = await build({
    stdin: { contents: sources[name], resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return outputFiles[0].contents.length / 1000;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const large = largeCatalogue(recommended, 10_000);
const chosen = process.argv.slice(2);
const rows = [];
for (const [name, open] of Object.entries(engines)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const find = await open(recommended);
  const found = queries.filter((query) =>
    find(query)
      .slice(0, 3)
      .some(({ id }) => query.wanted.includes(id)),
  );
  const before = cpu();
  const ask = await open(large);
  const built = cpu() - before;
  const samples = queries.map((query) => {
    const start = cpu();
    ask(query);
    return { cpu: cpu() - start };
  });
  const share = (locale) => {
    const of = (some) => some.filter((query) => query.locale === locale).length;
    return `${((100 * of(found)) / of(queries)).toFixed(1)} %`;
  };
  rows.push([
    name,
    share('en'),
    share('zh'),
    share('ru'),
    quantile(samples, 'cpu', 0.5).toFixed(2),
    quantile(samples, 'cpu', 0.99).toFixed(2),
    Math.round(built),
    Math.round(await kilobytes(name)),
  ]);
}
console.log(table(['engine', 'en', 'zh', 'ru', 'CPU ms', 'CPU p99', 'indexed ms', 'kB'], rows));
