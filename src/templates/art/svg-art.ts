import type { ArtShape, VectorArt } from '../../model/board.ts';
import { ArtProblem } from './art-problem.ts';
import { shapePath } from './svg-shapes.ts';
import { type Attributes, descriptive, type OpeningTag, svgTags } from './svg-tags.ts';

const maxShapes = 300;

/** The presentation attributes that a shape inherits. */
interface Paint {
  readonly fill: string;
  readonly rule: string;
}

/** Attributes without effect on what is drawn, which are ignored. */
const harmless = /^(xmlns|version|role|id|class|width|height|aria-[a-z]+)$/u;

/**
 * Reads an SVG file of filled shapes. Refuses every element and attribute that it does not know, including references,
 * scripts, styles, text, transforms and strokes: art is drawn exactly as its author sees it, or not at all.
 *
 * @throws ArtProblem
 */
export function svgArt(text: string): VectorArt {
  const tags = svgTags(text);
  const [root] = tags;
  if (root?.kind !== 'open' || root.name !== 'svg') throw new ArtProblem('must be an <svg>');
  const viewBox = viewBoxOf(root);
  const shapes: ArtShape[] = [];
  const paints: Paint[] = [{ fill: '#000000', rule: 'nonzero' }];
  for (const tag of tags) {
    if (tag.kind === 'close') {
      paints.pop();
      continue;
    }
    const paint = paintOf(tag, paints.at(-1));
    const shape = descriptive.includes(tag.name) ? undefined : shapeOf(tag, paint, tag === root);
    if (shape) shapes.push(shape);
    if (shapes.length > maxShapes) throw new ArtProblem(`has more than ${maxShapes} shapes`);
    paints.push(paint);
  }
  if (shapes.length === 0) throw new ArtProblem('draws nothing');
  return { kind: 'vector', viewBox, shapes };
}

function viewBoxOf({ attributes }: OpeningTag): VectorArt['viewBox'] {
  const [left, top, width, height, ...rest] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const isValid = [left, top, width, height].every(
    (length) => length !== undefined && Math.abs(length) <= 100_000,
  );
  if (!isValid || rest.length > 0 || !((width ?? 0) > 0) || !((height ?? 0) > 0))
    throw new ArtProblem('<svg>: viewBox must be four numbers, such as "0 0 24 24"');
  return [left ?? 0, top ?? 0, width ?? 0, height ?? 0];
}

function paintOf({ attributes }: OpeningTag, around: Paint | undefined): Paint {
  return {
    fill: attributes.get('fill') ?? around?.fill ?? '#000000',
    rule: attributes.get('fill-rule') ?? around?.rule ?? 'nonzero',
  };
}

/** Returns the shape of an element, or undefined for a group or an element without fill. */
function shapeOf(
  { name, attributes }: OpeningTag,
  { fill, rule }: Paint,
  isRoot: boolean,
): ArtShape | undefined {
  const group = name === 'g' || (isRoot && name === 'svg');
  const drawn = group ? undefined : shapePath(name, attributes);
  if (!group && !drawn)
    throw new ArtProblem(`<${name}> is not allowed: only g, path, rect, circle, ellipse and polygon`);
  const own = new Set(['fill', 'fill-rule', ...(isRoot ? ['viewBox'] : []), ...(drawn?.used ?? [])]);
  const color = colorOf(name, fill);
  if (!['nonzero', 'evenodd'].includes(rule))
    throw new ArtProblem(`<${name}>: fill-rule must be nonzero or evenodd`);
  refuseOthers(name, attributes, own);
  if (!drawn || color === undefined) return undefined;
  return { path: drawn.path, color, ...(rule === 'evenodd' && { isEvenOdd: true }) };
}

function refuseOthers(name: string, attributes: Attributes, own: ReadonlySet<string>): void {
  for (const attribute of attributes.keys()) {
    if (own.has(attribute) || harmless.test(attribute)) continue;
    const hint = attribute.startsWith('stroke') ? '; turn strokes into paths' : '';
    throw new ArtProblem(`<${name}>: the attribute ${attribute} is not allowed${hint}`);
  }
}

/** Returns `#rrggbb`, null for the colour of the text, or undefined for no fill. */
function colorOf(name: string, fill: string): string | null | undefined {
  if (fill === 'none') return undefined;
  if (fill === 'currentColor') return null;
  const [, short] = /^#([0-9a-f]{3})$/iu.exec(fill) ?? [];
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`.toLowerCase();
  if (/^#[0-9a-f]{6}$/iu.test(fill)) return fill.toLowerCase();
  throw new ArtProblem(`<${name}>: fill must be #rrggbb, currentColor or none`);
}
