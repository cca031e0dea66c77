import type { Locale } from '../../model/vocabulary.ts';
import type { CatalogTemplate } from '../../templates/catalog.ts';
import type { Category } from '../../templates/categories.ts';
import type { ListMode } from '../../templates/live.ts';
import { coverPath } from '../../templates/previews/address.ts';
import { messages } from '../messages.ts';
import type { PageRequest } from '../page-request.ts';
import { galleryMessages } from './messages.ts';

/** The templates to list, parsed from the address. */
export interface GalleryQuery {
  /** The search text as it was typed. */
  readonly q: string;
  /** Absent: all. */
  readonly category: Category | undefined;
  readonly mode: ListMode;
  /** From 1. */
  readonly page: number;
}

export interface GalleryView {
  readonly query: GalleryQuery;
  readonly templates: readonly CatalogTemplate[];
  readonly total: number;
  readonly pages: number;
  /** The categories that have templates. */
  readonly categories: readonly Category[];
  /** The orders to choose from. */
  readonly modes: readonly ListMode[];
  /** What to offer where nothing is found. */
  readonly instead: Instead;
}

export interface Instead {
  /** How many templates the search finds in all categories. */
  readonly elsewhere: number;
  /** A title or tag like the query, and its category. */
  readonly nearest?: { readonly text: string; readonly category: Category | undefined } | undefined;
}

/** The list of templates. It consists of links and a form and works without scripts. */
export function GalleryPage({ request, view }: { request: PageRequest; view: GalleryView }) {
  const { locale, pathTo } = request;
  const { query } = view;
  return (
    <>
      <div class="gallery-head">
        <div>
          <h1>{galleryMessages.title[locale]}</h1>
          <p class="lead">{galleryMessages.lead[locale]}</p>
        </div>
        <a class="button quiet" href={pathTo('/tier/custom')}>
          {galleryMessages.own[locale]}
        </a>
      </div>
      <search>
        <form class="gallery-search" method="get" action={pathTo('/')}>
          <label class="field">
            <span>{galleryMessages.searchLabel[locale]}</span>
            <input type="search" name="q" value={query.q} maxLength={maxQueryLength} autocomplete="off" />
          </label>
          {query.category && <input type="hidden" name="category" value={query.category.slug} />}
          {query.mode !== 'recommended' && <input type="hidden" name="mode" value={query.mode} />}
          <button type="submit">{galleryMessages.search[locale]}</button>
        </form>
      </search>
      <div id="choices">
        <Modes request={request} view={view} />
        <Categories request={request} view={view} />
      </div>
      <p class="quiet found" role="status">
        {galleryMessages.found[locale].replace('{count}', String(view.total))}
      </p>
      <div id="results">
        {view.templates.length === 0 && <NothingFound request={request} view={view} />}
        <TemplateList request={request} templates={view.templates} />
        <Pages request={request} view={view} />
      </div>
    </>
  );
}

export const maxQueryLength = 200;

function NothingFound({
  request: { locale, pathTo },
  view: {
    query,
    instead: { elsewhere, nearest },
  },
}: {
  request: PageRequest;
  view: GalleryView;
}) {
  const link = (change: Partial<GalleryQuery>, text: string) => (
    <a href={pathTo(addressOf({ ...query, category: undefined, page: 1, ...change }))}>{text}</a>
  );
  const { didYouMean, seeCategory } = galleryMessages;
  return (
    <div class="empty">
      <span>{galleryMessages.none[locale]}</span>
      {elsewhere > 0 && link({}, galleryMessages.elsewhere[locale].replace('{count}', String(elsewhere)))}
      {nearest && link({ q: nearest.text }, didYouMean[locale].replace('{text}', nearest.text))}
      {nearest?.category &&
        link(
          { q: '', category: nearest.category },
          seeCategory[locale].replace('{name}', nearest.category.name[locale]),
        )}
      <a class="button" href={pathTo('/tier/custom')}>
        {galleryMessages.own[locale]}
      </a>
    </div>
  );
}

function Modes({
  request: { locale, pathTo },
  view: { query, modes },
}: {
  request: PageRequest;
  view: GalleryView;
}) {
  return (
    <nav class="chips" aria-label={galleryMessages.modes[locale]}>
      {modes.map((mode) => (
        <a
          href={pathTo(addressOf({ ...query, mode, page: 1 }))}
          aria-current={mode === query.mode ? 'true' : undefined}
        >
          {galleryMessages[mode][locale]}
        </a>
      ))}
    </nav>
  );
}

function Categories({
  request: { locale, pathTo },
  view: { query, categories },
}: {
  request: PageRequest;
  view: GalleryView;
}) {
  const link = (category: Category | undefined, name: string) => (
    <a
      href={pathTo(addressOf({ ...query, category, page: 1 }))}
      aria-current={category?.id === query.category?.id ? 'true' : undefined}
    >
      {name}
    </a>
  );
  return (
    <nav class="chips categories" aria-label={galleryMessages.categories[locale]}>
      {link(undefined, galleryMessages.all[locale])}
      {categories.map((category) => link(category, category.name[locale]))}
    </nav>
  );
}

/** Covers of templates with their titles, as links to their boards. */
export function TemplateList(props: {
  readonly request: PageRequest;
  readonly templates: readonly CatalogTemplate[];
}) {
  return (
    <ul class="templates">
      {props.templates.map((template, position) => (
        <Entry request={props.request} template={template} isFirst={position < 3} />
      ))}
    </ul>
  );
}

function Entry(props: {
  readonly request: PageRequest;
  readonly template: CatalogTemplate;
  readonly isFirst: boolean;
}) {
  const {
    request: { locale, pathTo },
    template,
    isFirst,
  } = props;
  return (
    <li>
      <a class="template" href={pathTo(`/tier/${template.id}`)}>
        <img
          src={pathTo(coverPath(template, locale))}
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
          {galleryMessages.items[locale].replace('{count}', String(template.items.length))}
        </span>
      </a>
    </li>
  );
}

function Pages({
  request: { locale, pathTo },
  view: { query, pages },
}: {
  request: PageRequest;
  view: GalleryView;
}) {
  if (pages <= 1) return null;
  const { page } = query;
  const link = (to: number, name: string, rel: string) => (
    <a class="button quiet" rel={rel} href={pathTo(addressOf({ ...query, page: to }))}>
      {name}
    </a>
  );
  return (
    <nav class="pages" aria-label={messages.pages[locale]}>
      {page > 1 && link(page - 1, messages.previous[locale], 'prev')}
      <span aria-current="page">{pageName(locale, page, pages)}</span>
      {page < pages && link(page + 1, messages.next[locale], 'next')}
    </nav>
  );
}

function pageName(locale: Locale, page: number, pages: number): string {
  return `${page} ${messages.of[locale]} ${pages}`;
}

/** Returns the gallery's address for a query. Defaults are left out. */
function addressOf({ q, category, mode, page }: GalleryQuery): string {
  const search = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(category && { category: category.slug }),
    ...(mode !== 'recommended' && { mode }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return search === '' ? '/' : `/?${search}`;
}
