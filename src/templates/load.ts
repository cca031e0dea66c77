import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { BrokenFiles } from '../model/broken-files.ts';
import { codeOf } from '../model/error-code.ts';
import { haveSizes } from './art/art-file.ts';
import { type ArtReader, artReader, withArt, withLaterArt } from './art/item-art.ts';
import { type CatalogTemplate, type LoadedTemplate, type TemplateSet, templateSet } from './catalog.ts';
import { hasArt } from './has-art.ts';
import { type ParsedTemplate, parseOwnTemplate, parseTemplate, parseValidTemplate } from './parse.ts';
import { digestOf, readValidFiles, type ValidFiles } from './prebuilt.ts';
import { readRecommended, recommendedFile } from './recommended.ts';
import { sharedFigures, untranslated } from './warnings.ts';

/** The templates folder is invalid. Each problem is `<file name>: <path inside the file>: <reason>`. */
export class BrokenTemplates extends BrokenFiles {
  override readonly name = 'BrokenTemplates';

  constructor(problems: readonly string[]) {
    super('templates', problems);
  }
}

/** The folder of an operator's own templates, in the data directory. */
const ownFolder = 'own-templates';

/** Returns the folders of official and of own templates. */
export function templateFoldersOf({
  templatesDir,
  dataDir,
}: {
  readonly templatesDir: string;
  readonly dataDir: string;
}): readonly [official: string, own: string] {
  return [templatesDir, join(dataDir, ownFolder)];
}

/**
 * Loads every template of a folder: all its `*.json` files except `*.schema.json` and `recommended.json`. One invalid
 * file rejects the whole folder, so that no template is missing unnoticed.
 *
 * @param ownDir a folder of own templates, which add to the official ones, override them or hide them; it may be missing
 * @throws BrokenTemplates naming every problem of every file.
 */
export async function loadTemplates(dir: string, ownDir?: string): Promise<TemplateSet> {
  const { templates, recommended, problems } = await readAll(dir, ownDir, await readValidFiles());
  if (problems.length > 0) throw new BrokenTemplates(problems);
  return templateSet(templates, recommended);
}

/** The problems and warnings of a folder of templates, one line each: `<file name>: <path inside the file>: <reason>`. */
interface Findings {
  /** The folder loads if there are none. */
  readonly problems: readonly string[];
  /** Valid content that may be a mistake. */
  readonly warnings: readonly string[];
}

/**
 * Checks the folders of templates that `loadTemplates` loads.
 *
 * @param inspect returns further warnings about a template, as `path: reason`
 */
export async function checkTemplates(
  [dir, ownDir]: readonly [official: string, own?: string],
  inspect: (template: CatalogTemplate) => readonly string[] = () => [],
): Promise<Findings> {
  const { templates: loaded, recommended, problems, fileOfId } = await readAll(dir, ownDir);
  const templates = loaded.map(({ get }) => get());
  const nameOf = ({ id }: CatalogTemplate) => fileOfId.get(id) ?? '';
  return {
    problems,
    warnings: [
      ...templates.flatMap((template) =>
        [
          ...bareItems(template),
          ...sharedFigures(template),
          ...untranslated(template),
          ...fewTags(template),
          ...inspect(template),
        ].map((warning) => `${nameOf(template)}: ${warning}`),
      ),
      ...recommended.flatMap((id, i) =>
        // The missing template may be an invalid one.
        problems.length > 0 || fileOfId.has(id)
          ? []
          : [`${recommendedFile}: templates[${i}]: there is no template ${id}`],
      ),
    ],
  };
}

/** Reports items without a figure, except in a template of words alone. */
function bareItems({ items }: CatalogTemplate): string[] {
  if (!items.some(hasArt)) return [];
  return items.flatMap((item, i) =>
    hasArt(item) ? [] : [`items[${i}]: has no emoji, icon or art, and is drawn as words alone`],
  );
}

/** In each language, so that those who search in it find the template by other words than its title. */
const minTags = 3;

const scripts = { English: /\p{Script=Latin}/u, Chinese: /\p{Script=Han}/u, Russian: /\p{Script=Cyrillic}/u };

/** Reports languages with too few tags. */
function fewTags({ tags }: CatalogTemplate): string[] {
  return Object.entries(scripts).flatMap(([language, script]) => {
    const count = tags.filter((tag) => script.test(tag)).length;
    return count >= minTags ? [] : [`tags: has ${count} in ${language}, and needs ${minTags}`];
  });
}

interface Folder {
  readonly templates: readonly LoadedTemplate[];
  /** Also of those that are hidden. */
  readonly fileOfId: ReadonlyMap<number, string>;
  readonly recommended: readonly number[];
  readonly problems: readonly string[];
}

/** @param valid files that need no check */
async function readAll(dir: string, ownDir?: string, valid: ValidFiles = new Map()): Promise<Folder> {
  const official = await readFolder(dir, valid);
  if (ownDir === undefined) return official;
  // Without the official templates, none can be overridden: their problems are reported first.
  const isOwnId = (id: number) =>
    id >= firstOwnId || official.fileOfId.has(id) || official.problems.length > 0;
  const own = await readFolder(ownDir, valid, { prefix: `${ownFolder}/`, isOwnId });
  return {
    templates: [...official.templates.filter(({ id }) => !own.fileOfId.has(id)), ...own.templates],
    fileOfId: new Map([...official.fileOfId, ...own.fileOfId]),
    recommended: [...own.recommended, ...official.recommended],
    problems: [...official.problems, ...own.problems],
  };
}

/** No official template has such an id, now or later. */
export const firstOwnId = 100_000;

interface OwnFolder {
  /** Before the names of files, in problems. */
  readonly prefix: string;
  /** Whether an id may be used: others may be given to official templates later. */
  readonly isOwnId: (id: number) => boolean;
}

async function readFolder(dir: string, valid: ValidFiles, own?: OwnFolder): Promise<Folder> {
  const prefix = own?.prefix ?? '';
  const templates: LoadedTemplate[] = [];
  const problems: string[] = [];
  const fileOfId = new Map<number, string>();

  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const reason = reasonOf(error);
    if (!own || reason !== 'ENOENT') problems.push(`${prefix}the folder cannot be read: ${reason}`);
    return { templates, fileOfId, recommended: [], problems };
  }
  const artOf = artReader(dir);
  const files = names.filter(isTemplateFile).sort();
  for (const file of files) {
    const parsed = readTemplate({ dir, file, artOf, valid, own });
    // A service that reads its templates again answers requests while it checks them.
    if (!('get' in parsed)) await setImmediate();
    const named = (problem: string) => `${prefix}${file}: ${problem}`;
    if ('problems' in parsed) {
      problems.push(...parsed.problems.map((problem) => prefix + problem));
      continue;
    }
    const id = idOf(parsed);
    const earlier = fileOfId.get(id);
    if (earlier !== undefined) problems.push(named(`id: ${id} is already the id of ${earlier}`));
    else if (own && !own.isOwnId(id))
      problems.push(
        named(`id: there is no official template ${id}; new templates have ids from ${firstOwnId}`),
      );
    else {
      fileOfId.set(id, `${prefix}${file}`);
      if ('get' in parsed) templates.push(parsed);
      if (!('template' in parsed)) continue;
      const { template, problems: artProblems } = withArt(parsed.template, artOf);
      templates.push({ id, get: () => template });
      problems.push(...artProblems.map(named));
    }
  }
  const order = await readRecommended(dir);
  if ('problems' in order) problems.push(...order.problems.map((problem) => `${prefix}${problem}`));
  return { templates, fileOfId, recommended: 'ids' in order ? order.ids : [], problems };
}

interface TemplateSource {
  readonly dir: string;
  readonly file: string;
  readonly artOf: ArtReader;
  readonly valid: ValidFiles;
  readonly own: OwnFolder | undefined;
}

function readTemplate({
  dir,
  file,
  artOf,
  valid,
  own,
}: TemplateSource): ReturnType<typeof parseOwnTemplate> | LoadedTemplate {
  let text: string;
  try {
    const bytes = readFileSync(join(dir, file));
    const art = valid.get(digestOf(file, bytes));
    if (art && haveSizes(dir, art)) return parsedLater(file, bytes, artOf);
    text = textOf(bytes);
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error);
    return { problems: [`${file}: cannot be read: ${reason}`] };
  }
  return (own ? parseOwnTemplate : parseTemplate)(file, text);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Returns the template of a valid file. It is parsed at the first use: the start would wait for all of them, and needs
 * none.
 */
function parsedLater(file: string, bytes: Uint8Array, artOf: ArtReader): LoadedTemplate {
  let content: Uint8Array | CatalogTemplate = bytes;
  return {
    // A valid file is named for its id.
    id: Number.parseInt(file, 10),
    get() {
      if (content instanceof Uint8Array) content = withLaterArt(parseValidTemplate(textOf(content)), artOf);
      return content;
    },
  };
}

function idOf(
  parsed: { readonly template: ParsedTemplate } | { readonly hides: number } | LoadedTemplate,
): number {
  if ('get' in parsed) return parsed.id;
  return 'hides' in parsed ? parsed.hides : parsed.template.id;
}

function isTemplateFile(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.schema.json') && name !== recommendedFile;
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? String(error);
}
