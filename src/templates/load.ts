import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Art } from '../model/board.ts';
import { BrokenFiles } from '../model/broken-files.ts';
import { codeOf } from '../model/error-code.ts';
import { readArtFile } from './art/art-file.ts';
import { ArtProblem } from './art/art-problem.ts';
import { iconArt } from './art/icons.ts';
import { type CatalogTemplate, type TemplateSet, templateSet } from './catalog.ts';
import { hasArt } from './has-art.ts';
import { type ParsedTemplate, parseOwnTemplate, parseTemplate, parseValidTemplate } from './parse.ts';
import { digestOf, type KnownFiles, noKnownFiles, readKnownFiles } from './prebuilt.ts';
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
  const { templates, recommended, problems } = await readAll(dir, ownDir, await readKnownFiles());
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
  const { templates, recommended, problems, fileOfId } = await readAll(dir, ownDir);
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
  readonly templates: readonly CatalogTemplate[];
  /** Also of those that are hidden. */
  readonly fileOfId: ReadonlyMap<number, string>;
  readonly recommended: readonly number[];
  readonly problems: readonly string[];
}

/** @param known files that need no check */
async function readAll(dir: string, ownDir?: string, known: KnownFiles = noKnownFiles): Promise<Folder> {
  const official = await readFolder(dir, known);
  if (ownDir === undefined) return official;
  // Without the official templates, none can be overridden: their problems are reported first.
  const isOwnId = (id: number) =>
    id >= firstOwnId || official.fileOfId.has(id) || official.problems.length > 0;
  const own = await readFolder(ownDir, known, { prefix: `${ownFolder}/`, isOwnId });
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

async function readFolder(dir: string, known: KnownFiles, own?: OwnFolder): Promise<Folder> {
  const prefix = own?.prefix ?? '';
  const templates: CatalogTemplate[] = [];
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
  const artOf = artReader(dir, known);
  const files = names.filter(isTemplateFile).sort();
  for (const file of files) {
    // A service that reads its templates again answers requests meanwhile.
    await setImmediate();
    const parsed = readTemplate(dir, file, known, own);
    const named = (problem: string) => `${prefix}${file}: ${problem}`;
    if ('problems' in parsed) {
      problems.push(...parsed.problems.map((problem) => prefix + problem));
      continue;
    }
    const id = 'hides' in parsed ? parsed.hides : parsed.template.id;
    const earlier = fileOfId.get(id);
    if (earlier !== undefined) problems.push(named(`id: ${id} is already the id of ${earlier}`));
    else if (own && !own.isOwnId(id))
      problems.push(
        named(`id: there is no official template ${id}; new templates have ids from ${firstOwnId}`),
      );
    else {
      fileOfId.set(id, `${prefix}${file}`);
      if ('hides' in parsed) continue;
      const drawn = withArt(parsed.template, artOf);
      templates.push(drawn.template);
      problems.push(...drawn.problems.map(named));
    }
  }
  const order = await readRecommended(dir);
  if ('problems' in order) problems.push(...order.problems.map((problem) => `${prefix}${problem}`));
  return { templates, fileOfId, recommended: 'ids' in order ? order.ids : [], problems };
}

function readTemplate(
  dir: string,
  file: string,
  { valid }: KnownFiles,
  own?: OwnFolder,
): ReturnType<typeof parseOwnTemplate> {
  let text: string;
  try {
    const bytes = readFileSync(join(dir, file));
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (valid.has(digestOf(file, bytes))) return { template: parseValidTemplate(text) };
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error);
    return { problems: [`${file}: cannot be read: ${reason}`] };
  }
  return (own ? parseOwnTemplate : parseTemplate)(file, text);
}

function isTemplateFile(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.schema.json') && name !== recommendedFile;
}

/** @throws ArtProblem */
type ArtReader = (item: ParsedTemplate['items'][number]) => Art | undefined;

/** Returns a function that reads the art of items, each file and icon once. */
function artReader(dir: string, known: KnownFiles): ArtReader {
  const read = new Map<string, Art>();
  const once = (key: string, readArt: () => Art): Art => {
    const art = read.get(key) ?? readArt();
    read.set(key, art);
    return art;
  };
  return ({ icon, art }) => {
    if (icon !== undefined) return once(`icon ${icon}`, () => iconArt(icon));
    return art === undefined ? undefined : once(`art ${art}`, () => readArtFile(dir, art, known.art));
  };
}

/** Replaces the names of art in a template by the art, and reports invalid art. */
function withArt(
  parsed: ParsedTemplate,
  artOf: ArtReader,
): { readonly template: CatalogTemplate; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const items: CatalogTemplate['items'][number][] = [];
  for (const [index, item] of parsed.items.entries()) {
    const { label, emoji } = item;
    try {
      const art = artOf(item);
      items.push({ label, ...(emoji !== undefined && { emoji }), ...(art && { art }) });
    } catch (error) {
      if (!(error instanceof ArtProblem)) throw error;
      problems.push(
        item.icon === undefined
          ? `items[${index}].art: ${item.art}: ${error.message}`
          : `items[${index}].icon: ${error.message}`,
      );
    }
  }
  return { template: { ...parsed, items }, problems };
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? String(error);
}
