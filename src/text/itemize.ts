import { coversCluster, type Faces, fontFor } from './faces.ts';
import type { Font } from './font.ts';
import { isIgnorable, type Script, scriptOf } from './scripts.ts';

/** A part of a text with one font and one script; no font where none covers it. */
interface TextItem {
  font: Font | undefined;
  script: Script;
  text: string;
}

/** A character with its combining marks, joiners and selectors. */
const clusters =
  /(?!\p{Default_Ignorable_Code_Point})(?:\P{M}|\p{M})[\p{M}\p{Default_Ignorable_Code_Point}]*/gu;

/** Latin, Cyrillic and Chinese without combining characters: each character is a cluster. */
const withoutMarks = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0400-\u0482\u4e00-\u9fff]*$/;

/** Splits a text into characters, each with the marks that belong to it. */
export function clustersOf(text: string): readonly string[] {
  return withoutMarks.test(text) ? Array.from(text) : (text.match(clusters) ?? []);
}

/** A pair of brackets within a word has one font. */
const brackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Splits a text where its font or its script changes. */
export function itemize(text: string, faces: Faces): TextItem[] {
  const found = clustersOf(text);
  const [first] = found;
  if (first !== undefined && found.length === 1) return itemizeCluster(first, faces);
  const items: TextItem[] = [];
  const scripts = found.map((cluster) => scriptOf(cluster.codePointAt(0) ?? 0));
  const whole = wordAt(found, scripts, 0, faces);
  if (whole?.font && whole.length === found.length)
    return [{ font: whole.font, script: whole.script, text: found.join('') }];
  let context = contextAhead(found, scripts, faces);
  const opening: { readonly closedBy: string; readonly font: Font | undefined }[] = [];
  let word = whole;
  let index = -1;
  for (const cluster of found) {
    index++;
    const script = scripts[index] ?? 'Zyyy';
    const opener = opening.at(-1)?.closedBy === cluster ? opening.pop() : undefined;
    if (script !== word?.script) word = wordAt(found, scripts, index, faces);
    const font = word?.font ?? fontFor(cluster, script, faces, opener ? opener.font : context);
    const closedBy = brackets.get(cluster);
    if (closedBy !== undefined) opening.push({ closedBy, font });
    context = addCluster(items, { font, script, text: cluster }, faces, context);
  }
  return items;
}

/** Splits a text of one cluster, as most are in Chinese. */
function itemizeCluster(cluster: string, faces: Faces): TextItem[] {
  const script = scriptOf(cluster.codePointAt(0) ?? 0);
  const items: TextItem[] = [];
  addCluster(items, { font: fontFor(cluster, script, faces, undefined), script, text: cluster }, faces);
  return items;
}

/**
 * Adds a cluster to the items of a text. Without a font for the whole cluster, its marks take other fonts than their base.
 *
 * @param before the font before the cluster
 * @returns the font at its end
 */
function addCluster(items: TextItem[], cluster: TextItem, faces: Faces, before?: Font): Font | undefined {
  if (cluster.font || isOneCharacter(cluster.text)) return add(items, cluster);
  let context = before;
  for (const text of cluster.text) {
    const codePoint = text.codePointAt(0) ?? 0;
    if (isIgnorable(codePoint)) continue;
    const script = scriptOf(codePoint);
    context = add(items, { font: fontFor(text, script, faces, context), script, text });
  }
  return context;
}

/** Adds an item, or joins it to the last one if font and script allow that. Returns its font. */
function add(items: TextItem[], item: TextItem): Font | undefined {
  const last = items.at(-1);
  if (last && last.font === item.font && sameScript(last.script, item.script)) {
    last.text += item.text;
    if (last.script === 'Zyyy') last.script = item.script;
  } else items.push(item);
  return item.font;
}

/** Consecutive letters of one script, and the font that covers all of them, if there is one. */
interface Word {
  readonly script: Script;
  readonly font: Font | undefined;
  /** In characters. */
  readonly length: number;
}

/** Scripts in which a single letter from another font looks foreign within its word. */
const wordScripts: ReadonlySet<Script> = new Set(['Latn', 'Cyrl', 'Grek']);

function wordAt(
  found: readonly string[],
  scripts: readonly Script[],
  from: number,
  faces: Faces,
): Word | undefined {
  const script = scripts[from] ?? 'Zyyy';
  if (!wordScripts.has(script)) return undefined;
  let to = from + 1;
  while (scripts[to] === script) to++;
  const letters = found.slice(from, to);
  return {
    script,
    length: letters.length,
    font: faces
      .ofScript(script)
      .find((font) => letters.every((letter) => coversCluster(font, letter, script))),
  };
}

/** Returns the font of the first character with a script, for characters of no script before it, such as a bracket. */
function contextAhead(found: readonly string[], scripts: readonly Script[], faces: Faces): Font | undefined {
  if (scripts[0] !== 'Zyyy') return undefined;
  const first = scripts.findIndex((script) => script !== 'Zyyy');
  const [cluster, script] = [found[first], scripts[first]];
  if (cluster === undefined || script === undefined) return undefined;
  return wordAt(found, scripts, first, faces)?.font ?? fontFor(cluster, script, faces, undefined);
}

function isOneCharacter(cluster: string): boolean {
  return cluster.length <= ((cluster.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}

function sameScript(left: Script, right: Script): boolean {
  return left === right || left === 'Zyyy' || right === 'Zyyy';
}
