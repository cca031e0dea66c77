import { resolveSpec } from '../../items/resolve.ts';
import { dealtItems, wholeTemplate } from '../../items/whole-template.ts';
import type { PlacedText } from '../../layout/placed.ts';
import type { Template } from '../../model/template.ts';
import { type Locale, locales, type ThemeName } from '../../model/vocabulary.ts';
import type { Engine } from '../../workers/engine.ts';
import { hasArt } from '../has-art.ts';

/** A text of a template on a board of all its items. */
interface LaidOutText {
  /** Path inside the template's file. */
  readonly path: string;
  readonly text: PlacedText;
  /** Whether a figure should be above the words. */
  readonly isIllustrated: boolean;
}

/**
 * Returns the flaws of boards with all items of a template, in every language and theme, as `path: reason`: characters
 * that no font has, figures that are not drawn, texts that do not fit, and words that are broken because they do not fit
 * even at the minimum size of type. Takes 10 ms for each board.
 */
export function templateFlaws(
  template: Template,
  engine: Pick<Engine, 'layOut'>,
  themes: readonly ThemeName[],
): string[] {
  const themesOf = new Map<string, ThemeName[]>();
  for (const locale of locales)
    for (const theme of themes)
      for (const text of laidOutTexts(template, locale, theme, engine))
        for (const reason of flaws(text)) {
          const flaw = `${text.path}.${locale}: ${reason}`;
          themesOf.set(flaw, [...(themesOf.get(flaw) ?? []), theme]);
        }
  return Array.from(themesOf, ([flaw, found]) => `${flaw} (theme ${found.join(', ')})`);
}

function laidOutTexts(
  template: Template,
  locale: Locale,
  theme: ThemeName,
  engine: Pick<Engine, 'layOut'>,
): LaidOutText[] {
  const request = { ...wholeTemplate(template, locale), theme };
  const { spec } = resolveSpec(request, { find: () => template }, { watermark: false });
  const { title, rows } = engine.layOut(spec);
  const places = dealtItems(template);
  return [
    ...(title ? [{ path: 'title', text: title.text, isIllustrated: false }] : []),
    ...rows.flatMap((row, index) => [
      { path: `tracks[${index}].title`, text: row.title, isIllustrated: false },
      ...row.tiles.map((tile, position) => {
        const place = places[index]?.[position] ?? -1;
        const item = template.items[place];
        return {
          path: `items[${place}].label`,
          text: tile.label,
          isIllustrated: item !== undefined && hasArt(item),
        };
      }),
    ]),
  ];
}

function flaws({ text, isIllustrated }: LaidOutText): string[] {
  const runs = text.lines.flatMap((line) => line.runs);
  const missing = runs.filter(({ kind }) => kind === 'box').map((run) => run.text);
  const isDrawn = text.emoji !== undefined || runs.some(({ kind }) => kind === 'emoji');
  const broken = text.shortened ? undefined : brokenWord(text);
  return [
    ...(missing.length > 0 ? [`no font has ${missing.map((one) => `"${one}"`).join(', ')}`] : []),
    ...(isIllustrated && !isDrawn ? ['its picture is not drawn'] : []),
    ...(text.shortened ? ['is too long to be drawn whole on a board of all items'] : []),
    ...(broken === undefined ? [] : [`is broken inside a word on a board of all items: ${broken}`]),
  ];
}

const wordEnd = /[\p{L}\p{M}\p{N}]+$/u;
const wordStart = /^[\p{L}\p{M}\p{N}]+/u;
/** Scripts without spaces, in which lines may end anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns the first word that continues on the next line without a hyphen, such as `Художественн|ая`. */
function brokenWord({ text, lines }: PlacedText): string | undefined {
  const written = lines.map(({ runs }) =>
    runs
      .map((run) => run.text)
      .join('')
      .trim(),
  );
  for (const [index, line] of written.entries()) {
    const [end] = wordEnd.exec(line) ?? [];
    const [start] = wordStart.exec(written[index + 1] ?? '') ?? [];
    if (end === undefined || start === undefined) continue;
    const isWord = !unspaced.test(end.slice(-1)) && !unspaced.test(start.slice(0, 1));
    if (isWord && text.includes(`${end}${start}`)) return `${end}|${start}`;
  }
  return undefined;
}
