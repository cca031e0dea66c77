import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogTemplate, type TemplateSet, templateSet } from './catalog.ts';
import { parseTemplate } from './parse.ts';

/** The templates folder cannot be used as it is. The message has one line for each problem. */
export class BrokenTemplates extends Error {
  override readonly name = 'BrokenTemplates';
  /** Each `<file name>: <path inside the file>: <reason>`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the templates cannot be loaded\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Loads every template of a folder: all `*.json` files in it but `*.schema.json`.
 * One broken file refuses the whole folder, so that a template never goes missing unnoticed.
 * @throws BrokenTemplates naming every problem of every file.
 */
export async function loadTemplates(dir: string): Promise<TemplateSet> {
  const { templates, problems } = await readAll(dir);
  if (problems.length > 0) throw new BrokenTemplates(problems);
  return templateSet(templates);
}

/** What is wrong with a folder of templates, one line each; empty when it loads. */
export async function checkTemplates(dir: string): Promise<string[]> {
  return (await readAll(dir)).problems;
}

async function readAll(dir: string): Promise<{ templates: CatalogTemplate[]; problems: string[] }> {
  const templates: CatalogTemplate[] = [];
  const problems: string[] = [];
  const fileOfId = new Map<number, string>();

  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    return { templates, problems: [`the folder cannot be read: ${reasonOf(error)}`] };
  }
  const files = names.filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'));
  for (const file of files.sort()) {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(dir, file)));
    } catch (error) {
      problems.push(
        `${file}: cannot be read: ${error instanceof TypeError ? 'it is not UTF-8' : reasonOf(error)}`,
      );
      continue;
    }
    const parsed = parseTemplate(file, text);
    if ('problems' in parsed) {
      problems.push(...parsed.problems);
      continue;
    }
    const { id } = parsed.template;
    const earlier = fileOfId.get(id);
    if (earlier !== undefined) problems.push(`${file}: id: ${id} is already the id of ${earlier}`);
    else {
      fileOfId.set(id, file);
      templates.push(parsed.template);
    }
  }
  return { templates, problems };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
