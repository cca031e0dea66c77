import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenFiles } from '../model/broken-files.ts';
import { type CsvItems, readCsv } from '../templates/draft/csv.ts';
import {
  draftProblems,
  fileNameOf,
  readItem,
  readTags,
  readTexts,
  type TemplateDraft,
  textOfTemplate,
} from '../templates/draft/draft.ts';
import { placeOfNew } from '../templates/draft/place.ts';
import { templateFoldersOf } from '../templates/load.ts';
import { askForTemplate, exampleDraft, type Given, textsForm } from './ask-for-template.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';
import { openQuestions } from './questions.ts';
import { readText } from './read-text.ts';

export interface NewTemplateOptions {
  readonly id?: string;
  readonly official?: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  readonly tags?: string;
  readonly tier: readonly string[];
  readonly item: readonly string[];
  readonly csv?: string;
}

/**
 * `tierpress templates new`: writes a template from the options, and asks for those that are missing.
 *
 * @param refuse ends the command because of its options
 */
export async function newTemplate(
  io: Io,
  options: NewTemplateOptions,
  refuse: (problem: string) => never,
): Promise<void> {
  const table = options.csv === undefined ? undefined : await readTable(io, options.csv);
  const given = readOptions(options, table, refuse);
  const wanted = options.id === undefined ? undefined : Number(options.id);
  if (wanted !== undefined && !(Number.isSafeInteger(wanted) && wanted > 0))
    refuse('--id must be a number such as 100000');
  const folders = templateFoldersOf(await loadConfig(io));
  const place = await placeOfNew(folders, { isOfficial: options.official === true, wanted });
  if ('problem' in place) throw new CommandError(place.problem);

  const problems = draftProblems({ ...exampleDraft, ...given }, place.dir);
  if (problems.length > 0) throw new BrokenFiles('template', table ? problems.map(table.placed) : problems);
  const draft = await complete(given, place.dir, io, refuse);

  const file = join(place.dir, fileNameOf(place.id, draft));
  await mkdir(place.dir, { recursive: true });
  const today = new Date().toISOString().slice(0, 10);
  await writeFile(file, textOfTemplate(place.id, draft, today), { flag: 'wx' });
  io.print(`${file}\n`);
}

async function readTable(io: Io, file: string): Promise<CsvItems> {
  const { name, text } = await readText(io, file);
  return readCsv(name, text);
}

function readOptions(
  options: NewTemplateOptions,
  table: CsvItems | undefined,
  refuse: (problem: string) => never,
): Given {
  const texts = (name: string, text: string) => readTexts(text) ?? refuse(`--${name}: ${textsForm}`);
  const { title, description, category, tags, tier, item } = options;
  const items = table?.items ?? item.map((one) => readItem(one) ?? refuse(`--item: ${textsForm}`));
  // Those of the table are first, so that their places in the list remain.
  const allTags = new Set([...(table?.tags ?? []), ...(tags === undefined ? [] : readTags(tags))]);
  return {
    ...(title !== undefined && { title: texts('title', title) }),
    ...(description !== undefined && { description: texts('description', description) }),
    ...(category !== undefined && { category }),
    ...((tags !== undefined || allTags.size > 0) && { tags: [...allTags] }),
    ...(tier.length > 0 && { tracks: tier.map((one) => ({ title: texts('tier', one) })) }),
    ...((table || items.length > 0) && { items }),
  };
}

/** Adds what is missing: the answers of a person, or without one what may be left out. */
async function complete(
  given: Given,
  dir: string,
  io: Io,
  refuse: (problem: string) => never,
): Promise<TemplateDraft> {
  const needed = { title: given.title, description: given.description, category: given.category };
  const missing = Object.entries({ ...needed, item: given.items }).flatMap(([name, value]) =>
    value === undefined ? [`--${name}`] : [],
  );
  if (missing.length === 0) return { ...exampleDraft, ...given };
  const questions = openQuestions(io);
  if (!questions) return refuse(`without a terminal to ask at, these must be given: ${missing.join(', ')}`);
  try {
    return await askForTemplate(given, dir, questions);
  } finally {
    questions.close();
  }
}
