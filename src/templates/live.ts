import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Template } from '../model/template.ts';
import type { Locale } from '../model/vocabulary.ts';
import type { CatalogTemplate, TemplateSet } from './catalog.ts';
import { categoryOf } from './categories.ts';
import { loadTemplates } from './load.ts';
import type { TemplateSearch } from './search/index.ts';

/** The ways to list templates. */
export const listModes = ['recommended', 'hot', 'newest'] as const;
export type ListMode = (typeof listModes)[number];

export interface ListQuestion {
  /** Absent: recommended, or with words to search for, the best match first. */
  readonly mode?: ListMode | undefined;
  /** Words to search for; empty: all templates. */
  readonly words: string;
  readonly categoryId?: number | undefined;
  readonly locale: Locale;
}

/** How often a template has been drawn: ever, and lately. */
export type TemplateRenders = (id: number) => { readonly total: number; readonly recent: number };

/** Templates and what finds them: made when it is first asked for, once. */
interface Searchable {
  readonly set: TemplateSet;
  readonly search: () => Promise<TemplateSearch<CatalogTemplate>>;
  /** The same for nobody in particular: it takes its time until somebody searches. */
  readonly prepare: () => Promise<unknown>;
}

/** Between two templates that nobody waits for: time for a request that has come. */
const pauseMs = 5;

/** The templates of a folder, which may be read anew while they are in use. */
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

  /** Makes ready what finds them, little by little, so that nobody who searches waits for it. */
  async index(): Promise<void> {
    await this.#current.prepare();
  }

  /** As they are now; whoever holds it sees no change. */
  get set(): TemplateSet {
    return this.#current.set;
  }

  /**
   * Reads the folder anew. What is asked meanwhile is answered from the templates as they were, and so is everything
   * when the folder is broken. One reading waits for the other.
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

  /** All that match, those to be shown first in front. */
  async list(
    { mode, words, categoryId, locale }: ListQuestion,
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
