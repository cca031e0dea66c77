import type { ArtShape, VectorArt } from '../../model/board.ts';
import { ArtProblem } from './art-problem.ts';
import { shapePath } from './svg-shapes.ts';
import { type Attributes, type SvgTag, svgTags } from './svg-tags.ts';

const maxShapes = 300;

/** What a shape takes over from the elements around it. */
interface Paint {
  readonly fill: string;
  readonly rule: string;
}

/** Ignored: they say nothing about what is drawn. */
const harmless = /^(xmlns|version|role|id|class|width|height|aria-[a-z]+)$/u;
const silent = ['title', 'desc'];

/**
 * Reads an SVG file of filled shapes. What it does not know it refuses: references, scripts, styles, text, transforms
 * and strokes among it, so that nothing is drawn in another way than its author sees it.
 *
 * @throws ArtProblem
 */
export function svgArt(text: string): VectorArt {
  const tags = svgTags(text);
  const [root] = tags;
  if (root?.name !== 'svg') throw new ArtProblem('must be an <svg>');
  const viewBox = viewBoxOf(root);
  const shapes: ArtShape[] = [];
  const paints: Paint[] = [{ fill: '#000000', rule: 'nonzero' }];
  for (const tag of tags) {
    if (tag.kind === 'close') {
      paints.pop();
      continue;
    }
    const paint = paintOf(tag, paints.at(-1));
    const shape = silent.includes(tag.name) ? undefined : shapeOf(tag, paint, tag === root);
    if (shape) shapes.push(shape);
    if (shapes.length > maxShapes) throw new ArtProblem(`has more than ${maxShapes} shapes`);
    if (tag.kind === 'open') paints.push(paint);
  }
  if (shapes.length === 0) throw new ArtProblem('draws nothing');
  return { kind: 'vector', viewBox, shapes };
}

function viewBoxOf({ attributes }: SvgTag): VectorArt['viewBox'] {
  const [left, top, width, height, ...rest] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const isSound = [left, top, width, height].every(
    (length) => length !== undefined && Math.abs(length) <= 100_000,
  );
  if (!isSound || rest.length > 0 || !((width ?? 0) > 0) || !((height ?? 0) > 0))
    throw new ArtProblem('<svg>: viewBox must be four numbers, such as "0 0 24 24"');
  return [left ?? 0, top ?? 0, width ?? 0, height ?? 0];
}

function paintOf({ attributes }: SvgTag, around: Paint | undefined): Paint {
  return {
    fill: attributes.get('fill') ?? around?.fill ?? '#000000',
    rule: attributes.get('fill-rule') ?? around?.rule ?? 'nonzero',
  };
}

/** Undefined for what draws nothing by itself. */
function shapeOf({ name, attributes }: SvgTag, { fill, rule }: Paint, isRoot: boolean): ArtShape | undefined {
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

/** `#rrggbb`, null for the colour of the words, undefined for none. */
function colorOf(name: string, fill: string): string | null | undefined {
  if (fill === 'none') return undefined;
  if (fill === 'currentColor') return null;
  const [, short] = /^#([0-9a-f]{3})$/iu.exec(fill) ?? [];
  if (short !== undefined) return `#${[...short].map((digit) => digit + digit).join('')}`.toLowerCase();
  if (/^#[0-9a-f]{6}$/iu.test(fill)) return fill.toLowerCase();
  throw new ArtProblem(`<${name}>: fill must be #rrggbb, currentColor or none`);
}
