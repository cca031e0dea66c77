import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Art } from '../model/board.ts';
import { BrokenFiles } from '../model/broken-files.ts';
import { readArtFile } from './art/art-file.ts';
import { ArtProblem } from './art/art-problem.ts';
import { iconArt } from './art/icons.ts';
import { type CatalogTemplate, type TemplateSet, templateSet } from './catalog.ts';
import { hasArt } from './has-art.ts';
import { type ParsedTemplate, parseTemplate } from './parse.ts';
import { readRecommended, recommendedFile } from './recommended.ts';

/** The templates folder is invalid. Each problem is `<file name>: <path inside the file>: <reason>`. */
export class BrokenTemplates extends BrokenFiles {
  override readonly name = 'BrokenTemplates';

  constructor(problems: readonly string[]) {
    super('templates', problems);
  }
}

/**
 * Loads every template of a folder: all its `*.json` files except `*.schema.json` and `recommended.json`. One invalid
 * file rejects the whole folder, so that no template is missing unnoticed.
 *
 * @throws BrokenTemplates naming every problem of every file.
 */
export async function loadTemplates(dir: string): Promise<TemplateSet> {
  const { templates, recommended, problems } = await readAll(dir);
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
 * Checks a folder of templates.
 *
 * @param inspect returns further warnings about a template, as `path: reason`
 */
export async function checkTemplates(
  dir: string,
  inspect: (template: CatalogTemplate) => readonly string[] = () => [],
): Promise<Findings> {
  const { templates, recommended, problems, fileOfId } = await readAll(dir);
  const nameOf = ({ id }: CatalogTemplate) => fileOfId.get(id) ?? '';
  return {
    problems,
    warnings: [
      ...templates.flatMap((template) =>
        [...bareItems(template), ...inspect(template)].map((warning) => `${nameOf(template)}: ${warning}`),
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

function bareItems({ items }: CatalogTemplate): string[] {
  return items.flatMap((item, i) =>
    hasArt(item) ? [] : [`items[${i}]: has no emoji, icon or art, and is drawn as words alone`],
  );
}

interface Folder {
  readonly templates: readonly CatalogTemplate[];
  readonly fileOfId: ReadonlyMap<number, string>;
  readonly recommended: readonly number[];
  readonly problems: readonly string[];
}

async function readAll(dir: string): Promise<Folder> {
  const templates: CatalogTemplate[] = [];
  const problems: string[] = [];
  const fileOfId = new Map<number, string>();

  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const problem = `the folder cannot be read: ${reasonOf(error)}`;
    return { templates, fileOfId, recommended: [], problems: [problem] };
  }
  const artOf = artReader(dir);
  const files = names.filter(isTemplateFile).sort();
  for (const { file, parsed } of await Promise.all(files.map((file) => readTemplate(dir, file)))) {
    if ('problems' in parsed) {
      problems.push(...parsed.problems);
      continue;
    }
    const { id } = parsed.template;
    const earlier = fileOfId.get(id);
    if (earlier !== undefined) {
      problems.push(`${file}: id: ${id} is already the id of ${earlier}`);
      continue;
    }
    fileOfId.set(id, file);
    const drawn = await withArt(parsed.template, artOf);
    templates.push(drawn.template);
    problems.push(...drawn.problems.map((problem) => `${file}: ${problem}`));
  }
  const order = await readRecommended(dir);
  if ('problems' in order) problems.push(...order.problems);
  return { templates, fileOfId, recommended: 'ids' in order ? order.ids : [], problems };
}

async function readTemplate(dir: string, file: string) {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(dir, file)));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error);
    return { file, parsed: { problems: [`${file}: cannot be read: ${reason}`] } };
  }
  return { file, parsed: parseTemplate(file, text) };
}

function isTemplateFile(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.schema.json') && name !== recommendedFile;
}

type ArtReader = (item: ParsedTemplate['items'][number]) => Promise<Art | undefined>;

/** Returns a function that reads the art of items, each file and icon once. */
function artReader(dir: string): ArtReader {
  const known = new Map<string, Promise<Art>>();
  const once = (key: string, read: () => Promise<Art>): Promise<Art> => {
    const art = known.get(key) ?? read();
    known.set(key, art);
    return art;
  };
  return async ({ icon, art }) => {
    if (icon !== undefined) return once(`icon ${icon}`, async () => iconArt(icon));
    return art === undefined ? undefined : once(`art ${art}`, () => readArtFile(dir, art));
  };
}

/** Replaces the names of art in a template by the art, and reports invalid art. */
async function withArt(
  parsed: ParsedTemplate,
  artOf: ArtReader,
): Promise<{ readonly template: CatalogTemplate; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const items: CatalogTemplate['items'][number][] = [];
  for (const [index, item] of parsed.items.entries()) {
    const { label, emoji } = item;
    try {
      const art = await artOf(item);
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
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
