import type { Localized } from '../../model/vocabulary.ts';
import { readArtFile } from '../art/art-file.ts';
import { ArtProblem } from '../art/art-problem.ts';
import { iconArt } from '../art/icons.ts';
import { blankTracks } from '../blank-tracks.ts';
import { isOneEmoji } from '../emoji.ts';
import { parseTemplate } from '../parse.ts';
import type { TemplateFile } from '../schema.ts';

/** What an author gives for a new template. Nothing of it is checked yet. */
export interface TemplateDraft {
  readonly title: Localized;
  readonly description: Localized;
  readonly category: string;
  readonly tags: readonly string[];
  readonly tracks: readonly { readonly title: Localized }[];
  readonly items: readonly DraftItem[];
}

export interface DraftItem {
  readonly label: Localized;
  readonly emoji?: string;
  readonly icon?: string;
  readonly art?: string;
}

/** The tiers of a template that is given none. */
export const usualTracks: TemplateDraft['tracks'] = blankTracks.map((title) => ({
  title: inAllLanguages(title),
}));

/**
 * Reads `English | Chinese | Russian`. A text without `|` is for all three languages.
 *
 * @returns undefined for another number of texts
 */
export function readTexts(text: string): Localized | undefined {
  const [en = '', zh, ru, ...more] = text.split('|').map(tidy);
  if (zh === undefined) return inAllLanguages(en);
  return ru === undefined || more.length > 0 ? undefined : { en, zh, ru };
}

/** Reads `English | Chinese | Russian` with an emoji before it, or without. @returns undefined as `readTexts` does */
export function readItem(text: string): DraftItem | undefined {
  const [, first = '', rest = ''] = /^\s*(\S+)\s+(.*)$/su.exec(text) ?? [];
  const emoji = qualifiedEmoji(first);
  const label = readTexts(emoji === undefined ? text : rest);
  return label && { label, ...(emoji !== undefined && { emoji }) };
}

/** Reads words with commas between them. */
export function readTags(text: string): string[] {
  return text
    .split(/[,，;]/u)
    .map(tidy)
    .filter(Boolean);
}

/** Returns an emoji in full: many programs write some without the selector that makes them emoji. */
export function qualifiedEmoji(text: string): string | undefined {
  return [text, `${text}\u{FE0F}`].find(isOneEmoji);
}

/** Returns a text as templates contain it. */
export function tidy(text: string): string {
  return text.trim().normalize('NFC');
}

function inAllLanguages(text: string): Localized {
  return { en: text, zh: text, ru: text };
}

/** Returns the name of a template's file: its id and the words of its English title. */
export function fileNameOf(id: number, { title }: Pick<TemplateDraft, 'title'>): string {
  const plain = title.en
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return `${id}-${plain.match(/[a-z0-9]+/gu)?.join('-') ?? 'template'}.json`;
}

/** Returns the text of a template's file, laid out as the formatter of this project does. @param today `YYYY-MM-DD` */
export function textOfTemplate(id: number, draft: TemplateDraft, today: string): string {
  const { title, description, category, tags, tracks, items } = draft;
  const file: TemplateFile = {
    schemaVersion: 1,
    id,
    revision: 1,
    createdAt: today,
    updatedAt: today,
    title: { ...title },
    description: { ...description },
    category,
    tags: [...tags],
    tracks: [...tracks],
    items: [...items],
  };
  return `${JSON.stringify(file, null, 2).replace(/^ {4}\{\n(?:.*\n)*? {4}\}/gmu, onOneLine)}\n`;
}

function onOneLine(entry: string): string {
  return `    ${entry.trim().replace(/\n\s*/gu, ' ')}`;
}

/**
 * Returns the problems of a draft, as `path: reason`.
 *
 * @param dir the folder of its art
 */
export function draftProblems(draft: TemplateDraft, dir: string): readonly string[] {
  const name = fileNameOf(1, draft);
  const parsed = parseTemplate(name, textOfTemplate(1, draft, '2000-01-01'));
  if ('problems' in parsed) return parsed.problems.map((problem) => problem.slice(`${name}: `.length));
  return draft.items.flatMap((item, i) => {
    const problem = figureProblem(item, dir);
    return problem === undefined ? [] : [`items[${i}].${problem}`];
  });
}

function figureProblem({ icon, art }: DraftItem, dir: string): string | undefined {
  try {
    if (icon !== undefined) iconArt(icon);
    if (art !== undefined) readArtFile(dir, art);
    return undefined;
  } catch (error) {
    if (!(error instanceof ArtProblem)) throw error;
    return icon === undefined ? `art: ${error.message}` : `icon: ${error.message}`;
  }
}
