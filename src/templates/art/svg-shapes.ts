import { ArtProblem } from './art-problem.ts';
import type { Attributes } from './svg-tags.ts';

/** The outline of a shape as path data, and the attributes that define it. */
interface ShapePath {
  readonly path: string;
  readonly used: readonly string[];
}

/** Limit of coordinates and lengths. */
const farthest = 100_000;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/iu;
const pathData = /^\s*[Mm][MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]*$/u;

/**
 * Returns a basic shape as path data (SVG 2, 10: "equivalent path"), or undefined for any other element.
 *
 * @throws ArtProblem
 */
export function shapePath(name: string, attributes: Attributes): ShapePath | undefined {
  const length = (attribute: string, fallback?: number) => lengthOf(name, attributes, attribute, fallback);
  switch (name) {
    case 'path': {
      const path = attributes.get('d') ?? '';
      if (!pathData.test(path)) throw new ArtProblem('<path>: d must be path data');
      return { path: path.replaceAll(/\s+/gu, ' ').trim(), used: ['d'] };
    }
    case 'polygon':
      return { path: polygon(attributes.get('points') ?? ''), used: ['points'] };
    case 'circle': {
      const radius = length('r');
      return { path: ellipse(length('cx', 0), length('cy', 0), radius, radius), used: ['cx', 'cy', 'r'] };
    }
    case 'ellipse':
      return {
        path: ellipse(length('cx', 0), length('cy', 0), length('rx'), length('ry')),
        used: ['cx', 'cy', 'rx', 'ry'],
      };
    case 'rect': {
      const [x, y, width, height] = [length('x', 0), length('y', 0), length('width'), length('height')];
      const rx = Math.min(length('rx', length('ry', 0)), width / 2);
      const ry = Math.min(length('ry', rx), height / 2);
      return {
        path: rectangle(x, y, width, height, rx, ry),
        used: ['x', 'y', 'width', 'height', 'rx', 'ry'],
      };
    }
    default:
      return undefined;
  }
}

function lengthOf(name: string, attributes: Attributes, attribute: string, fallback?: number): number {
  const text = attributes.get(attribute);
  if (text === undefined && fallback !== undefined) return fallback;
  const value = number.test(text ?? '') ? Number(text) : Number.NaN;
  const isPosition = ['x', 'y', 'cx', 'cy'].includes(attribute);
  if (!(Math.abs(value) <= farthest) || (value < 0 && !isPosition))
    throw new ArtProblem(`<${name}>: ${attribute} must be a number without a unit`);
  return value;
}

function polygon(points: string): string {
  const numbers = points.trim().split(/[\s,]+/u);
  if (numbers.length < 6 || numbers.length % 2 === 1 || !numbers.every((one) => number.test(one)))
    throw new ArtProblem('<polygon>: points must be at least three pairs of numbers');
  return `M${numbers.join(' ')}z`;
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const half = (dx: number) => `a${rx} ${ry} 0 1 0 ${dx} 0`;
  return `M${cx - rx} ${cy}${half(2 * rx)}${half(-2 * rx)}z`;
}

function rectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, ry)}v${height - 2 * ry}${corner(-rx, ry)}` +
    `h${2 * rx - width}${corner(-rx, -ry)}v${2 * ry - height}${corner(rx, -ry)}z`
  );
}
