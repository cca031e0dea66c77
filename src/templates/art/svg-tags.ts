import { ArtProblem } from './art-problem.ts';

export type Attributes = ReadonlyMap<string, string>;

export interface SvgTag {
  /** `whole`: an element without content. */
  readonly kind: 'open' | 'close' | 'whole';
  readonly name: string;
  readonly attributes: Attributes;
}

const between = /(?:\s|<!--(?:(?!--)[\s\S])*-->)*/uy;
const declaration = /<\?xml [^<>?]*\?>/uy;
const tag = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/uy;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;
const words = /[^<]*/uy;

/**
 * The tags of an SVG file in their order, balanced. As much of XML as drawing programs write into plain drawings:
 * neither entities nor a document type, and text in titles and descriptions alone, where it is passed over.
 *
 * @throws ArtProblem
 */
export function svgTags(text: string): SvgTag[] {
  const found: SvgTag[] = [];
  const open: string[] = [];
  let offset = text.startsWith('\uFEFF') ? 1 : 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    offset += match?.[0].length ?? 0;
    return match;
  };
  take(declaration);
  for (;;) {
    take(between);
    if (offset === text.length) break;
    if (['title', 'desc'].includes(open.at(-1) ?? '')) take(words);
    const match = take(tag);
    if (!match || (found.length > 0 && open.length === 0))
      throw new ArtProblem(`is not a plain SVG drawing, at line ${lineAt(text, offset)}`);
    const [, closing, name = '', inside = '', closed] = match;
    const kind = closing ? 'close' : closed ? 'whole' : 'open';
    if (kind === 'open') open.push(name);
    if (kind === 'close' && open.pop() !== name)
      throw new ArtProblem(`</${name}> closes nothing, at line ${lineAt(text, offset)}`);
    found.push({ kind, name, attributes: attributesOf(inside) });
  }
  if (open.length > 0) throw new ArtProblem(`<${open.at(-1)}> is not closed`);
  return found;
}

function attributesOf(inside: string): Attributes {
  return new Map(
    [...inside.matchAll(attribute)].map(([, name = '', double, single]) => [name, double ?? single ?? '']),
  );
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
