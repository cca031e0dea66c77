import type { Locale } from '../../model/vocabulary.ts';
import type { CatalogTemplate } from '../../templates/catalog.ts';
import type { Category } from '../../templates/categories.ts';
import { type ListMode, listModes } from '../../templates/live.ts';
import { coverPath } from '../../templates/previews/address.ts';
import type { Visit } from '../context.ts';
import { words } from '../messages.ts';
import { galleryWords } from './messages.ts';

/** What somebody looks for. */
export interface GalleryQuery {
  /** As it was typed. */
  readonly q: string;
  /** Absent: all. */
  readonly category: Category | undefined;
  readonly mode: ListMode;
  /** From 1. */
  readonly page: number;
}

export interface GalleryView {
  readonly wish: GalleryQuery;
  readonly templates: readonly CatalogTemplate[];
  readonly total: number;
  readonly pages: number;
  /** Those that have templates. */
  readonly categories: readonly Category[];
}

/** All templates, to be searched and browsed. Everything is a link or a form, and works without scripts. */
export function GalleryPage({ visit, view }: { visit: Visit; view: GalleryView }) {
  const { locale, at } = visit;
  const { wish } = view;
  return (
    <>
      <div class="gallery-head">
        <div>
          <h1>{galleryWords.title[locale]}</h1>
          <p class="lead">{galleryWords.lead[locale]}</p>
        </div>
        <a class="button quiet" href={at('/tier/custom')}>
          {galleryWords.own[locale]}
        </a>
      </div>
      <search>
        <form class="gallery-search" method="get" action={at('/')}>
          <label class="field">
            <span>{galleryWords.search[locale]}</span>
            <input type="search" name="q" value={wish.q} maxLength={longestQuestion} autocomplete="off" />
          </label>
          {wish.category && <input type="hidden" name="category" value={wish.category.slug} />}
          {wish.mode !== 'recommended' && <input type="hidden" name="mode" value={wish.mode} />}
          <button type="submit">{galleryWords.find[locale]}</button>
        </form>
      </search>
      <div id="choices">
        <Modes visit={visit} view={view} />
        <Categories visit={visit} view={view} />
      </div>
      <p class="quiet found" role="status">
        {galleryWords.found[locale].replace('{count}', String(view.total))}
      </p>
      <div id="results">
        {view.templates.length === 0 && (
          <div class="empty">
            <span>{galleryWords.none[locale]}</span>
            <a class="button" href={at('/tier/custom')}>
              {galleryWords.own[locale]}
            </a>
          </div>
        )}
        <ul class="templates">
          {view.templates.map((template, position) => (
            <Entry visit={visit} template={template} isFirst={position < 3} />
          ))}
        </ul>
        <Pages visit={visit} view={view} />
      </div>
    </>
  );
}

export const longestQuestion = 200;

function Modes({ visit: { locale, at }, view: { wish } }: { visit: Visit; view: GalleryView }) {
  return (
    <nav class="chips" aria-label={galleryWords.modes[locale]}>
      {listModes.map((mode) => (
        <a
          href={at(addressOf({ ...wish, mode, page: 1 }))}
          aria-current={mode === wish.mode ? 'true' : undefined}
        >
          {galleryWords[mode][locale]}
        </a>
      ))}
    </nav>
  );
}

function Categories({
  visit: { locale, at },
  view: { wish, categories },
}: {
  visit: Visit;
  view: GalleryView;
}) {
  const link = (category: Category | undefined, name: string) => (
    <a
      href={at(addressOf({ ...wish, category, page: 1 }))}
      aria-current={category?.id === wish.category?.id ? 'true' : undefined}
    >
      {name}
    </a>
  );
  return (
    <nav class="chips categories" aria-label={galleryWords.categories[locale]}>
      {link(undefined, galleryWords.all[locale])}
      {categories.map((category) => link(category, category.name[locale]))}
    </nav>
  );
}

function Entry(props: {
  readonly visit: Visit;
  readonly template: CatalogTemplate;
  readonly isFirst: boolean;
}) {
  const {
    visit: { locale, at },
    template,
    isFirst,
  } = props;
  return (
    <li>
      <a class="template" href={at(`/tier/${template.id}`)}>
        <img
          src={at(coverPath(template, locale))}
          alt=""
          width="640"
          height="360"
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
        <span class="template-title" dir="auto">
          {template.title[locale]}
        </span>
        <span class="template-text" dir="auto">
          {template.description[locale]}
        </span>
        <span class="template-count">
          {galleryWords.items[locale].replace('{count}', String(template.items.length))}
        </span>
      </a>
    </li>
  );
}

function Pages({ visit: { locale, at }, view: { wish, pages } }: { visit: Visit; view: GalleryView }) {
  if (pages <= 1) return null;
  const { page } = wish;
  const link = (to: number, name: string, rel: string) => (
    <a class="button quiet" rel={rel} href={at(addressOf({ ...wish, page: to }))}>
      {name}
    </a>
  );
  return (
    <nav class="pages" aria-label={words.pages[locale]}>
      {page > 1 && link(page - 1, words.previous[locale], 'prev')}
      <span aria-current="page">{pageName(locale, page, pages)}</span>
      {page < pages && link(page + 1, words.next[locale], 'next')}
    </nav>
  );
}

function pageName(locale: Locale, page: number, pages: number): string {
  return `${page} ${words.of[locale]} ${pages}`;
}

/** The gallery's address for a wish; what is left out is what there is without asking. */
function addressOf({ q, category, mode, page }: GalleryQuery): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(category && { category: category.slug }),
    ...(mode !== 'recommended' && { mode }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query === '' ? '/' : `/?${query}`;
}
