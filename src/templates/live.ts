import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Template } from '../model/template.ts';
import type { Locale } from '../model/vocabulary.ts';
import type { CatalogTemplate, TemplateSet } from './catalog.ts';
import { categoryOf } from './categories.ts';
import { loadTemplates } from './load.ts';
import type { TemplateSearch } from './search/index.ts';

/** The orders of a list of templates. */
export const listModes = ['recommended', 'hot', 'newest'] as const;
export type ListMode = (typeof listModes)[number];

export interface ListQuery {
  /** Default: recommended, or the best match first for a search. */
  readonly mode?: ListMode | undefined;
  /** Words to search for; empty for all templates. */
  readonly words: string;
  readonly categoryId?: number | undefined;
  readonly locale: Locale;
}

/** Returns how often a template has been drawn, in total and recently. */
export type TemplateRenders = (id: number) => { readonly total: number; readonly recent: number };

/** Templates and their search index, which is built once, at the first use. */
interface Searchable {
  readonly set: TemplateSet;
  readonly search: () => Promise<TemplateSearch<CatalogTemplate>>;
  /** Builds the index in the background, with pauses until the first search. */
  readonly prepare: () => Promise<unknown>;
}

/** Pause after each template while no search is waiting, so that requests are handled first. */
const pauseMs = 5;

/** The templates of a folder, which can be reloaded while they are in use. */
export class LiveTemplates {
  readonly #dir: string;
  #current: Searchable;
  #reloading: Promise<unknown> = Promise.resolve();

  private constructor(dir: string, current: Searchable) {
    this.#dir = dir;
    this.#current = current;
  }

  /** @throws BrokenTemplates */
  static async open(dir: string): Promise<LiveTemplates> {
    return new LiveTemplates(dir, await readFolder(dir));
  }

  /** Builds the search index in the background, so that the first search does not wait for it. */
  async index(): Promise<void> {
    await this.#current.prepare();
  }

  /** The current templates; a reload does not change the returned set. */
  get set(): TemplateSet {
    return this.#current.set;
  }

  /**
   * Reads the folder again. The previous templates remain in use until that is done, and if the folder is invalid.
   * Concurrent reloads run one after the other.
   *
   * @throws BrokenTemplates
   */
  reload(): Promise<TemplateSet> {
    const reloaded = this.#reloading.then(async () => {
      const next = await readFolder(this.#dir);
      await next.search();
      this.#current = next;
      return this.#current.set;
    });
    this.#reloading = reloaded.catch(() => undefined);
    return reloaded;
  }

  /** Returns all templates that match, in order. */
  async list(
    { mode, words, categoryId, locale }: ListQuery,
    renders: TemplateRenders,
  ): Promise<CatalogTemplate[]> {
    const { set, search } = this.#current;
    const found = words.trim() === '' ? set.recommended : (await search()).find(words, locale);
    const inCategory =
      categoryId === undefined ? found : found.filter((template) => categoryIdOf(template) === categoryId);
    return ordered(inCategory, mode, renders);
  }
}

async function readFolder(dir: string): Promise<Searchable> {
  const set = await loadTemplates(dir);
  let made: Promise<TemplateSearch<CatalogTemplate>> | undefined;
  let isAwaited = false;
  const yieldToEventLoop = () => (isAwaited ? setImmediate() : wait(pauseMs));
  const prepare = () => {
    made ??= import('./search/index.ts').then(({ templateSearch }) =>
      templateSearch(set.recommended, yieldToEventLoop),
    );
    return made;
  };
  return {
    set,
    prepare,
    search() {
      isAwaited = true;
      return prepare();
    },
  };
}

function categoryIdOf({ category }: Template): number | undefined {
  return categoryOf(category)?.id;
}

function ordered(
  templates: readonly CatalogTemplate[],
  mode: ListMode = 'recommended',
  renders: TemplateRenders,
): CatalogTemplate[] {
  if (mode === 'recommended') return [...templates];
  if (mode === 'newest') {
    return [...templates].sort((a, b) => compare(b.createdAt, a.createdAt) || b.id - a.id);
  }
  const counted = templates.map((template) => ({ template, ...renders(template.id) }));
  counted.sort((a, b) => b.recent - a.recent || b.total - a.total);
  return counted.map(({ template }) => template);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
