import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { nearestOf } from '../model/nearest.ts';
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

/** The parameters of `loadTemplates`. */
type Folders = readonly [official: string, own?: string];

/** Templates and their search index, which is built once, at the first use. */
interface Searchable {
  readonly set: TemplateSet;
  readonly search: () => Promise<TemplateSearch<CatalogTemplate>>;
  /** Builds the index in the background, with pauses until the first search. */
  readonly prepare: () => Promise<unknown>;
}

/** Pause after each template while no search is waiting, so that requests are handled first. */
const pauseMs = 5;

/** The templates of some folders, which can be reloaded while they are in use. */
export class LiveTemplates {
  readonly #folders: Folders;
  #current: Searchable;
  #reloading: Promise<unknown> = Promise.resolve();

  private constructor(folders: Folders, current: Searchable) {
    this.#folders = folders;
    this.#current = current;
  }

  /** @throws BrokenTemplates */
  static async open(...folders: Folders): Promise<LiveTemplates> {
    return new LiveTemplates(folders, await readFolders(folders));
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
   * Reads the folders again. The previous templates remain in use until that is done, and if a folder is invalid.
   * Concurrent reloads run one after the other.
   *
   * @throws BrokenTemplates
   */
  reload(): Promise<TemplateSet> {
    const reloaded = this.#reloading.then(async () => {
      const next = await readFolders(this.#folders);
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
    const found = words.trim() === '' ? set.recommended : await (await search()).find(words, locale);
    const inCategory =
      categoryId === undefined ? found : found.filter((template) => categoryIdOf(template) === categoryId);
    return ordered(inCategory, mode, renders);
  }
}

/** Returns the title or tag that is most like a query which finds nothing, and a template that has it. */
export function nearestSubject(
  words: string,
  { recommended }: TemplateSet,
): { readonly text: string; readonly template: CatalogTemplate } | undefined {
  const subjects = new Map<string, CatalogTemplate>();
  for (const template of recommended)
    for (const text of [...Object.values(template.title), ...template.tags])
      if (!subjects.has(text.toLowerCase())) subjects.set(text.toLowerCase(), template);
  const text = nearestOf(words.toLowerCase(), [...subjects.keys()]);
  const template = text === undefined ? undefined : subjects.get(text);
  return text !== undefined && template ? { text, template } : undefined;
}

async function readFolders(folders: Folders): Promise<Searchable> {
  const set = await loadTemplates(...folders);
  let made: Promise<TemplateSearch<CatalogTemplate>> | undefined;
  let isAwaited = false;
  const yieldToEventLoop = () => (isAwaited ? setImmediate() : wait(pauseMs));
  const buildIndex = async () => {
    // The first use of a template parses it.
    for (const id of set.ids) {
      set.find(id);
      await setImmediate();
    }
    const { templateSearch } = await import('./search/index.ts');
    return templateSearch(set.recommended, yieldToEventLoop);
  };
  const prepare = () => {
    made ??= buildIndex();
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
