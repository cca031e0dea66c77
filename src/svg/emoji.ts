import type { Container } from '@svgdotjs/svg.js';
import { type Emoji, emojiMarkup } from '../text/emoji.ts';
import { contrast } from '../themes/contrast.ts';
import type { Color } from '../themes/theme.ts';
import { tenth } from './shapes.ts';
import type { EmojiMark } from './text-marks.ts';

/** Side of an emoji's own coordinate system. Source: Twemoji. */
const emojiSide = 36;

/**
 * Marks the place of a colour emoji in the scene. `drawEmoji` inserts the drawing into the serialised scene, because
 * parsing and serialising it would take longer than the rest of the scene.
 */
export function placeEmoji(container: Container, emoji: Emoji, mark: EmojiMark): void {
  container.group().attr({ transform: transformOf(mark), 'data-emoji': drawingOf(emoji, mark.ink) });
}

const places = / data-emoji="([0-9a-f-]+(?: #[0-9a-f]{6})?)"><\/g>/g;

/** Inserts the drawings at the places marked by `placeEmoji`. */
export function drawEmoji(scene: string): string {
  return scene.replace(places, (_, drawing: string) => `>${markupOf(drawing)}</g>`);
}

/** Returns a colour emoji as an SVG group, and what determines it. */
export function emojiGroup(emoji: Emoji, mark: EmojiMark): { readonly name: string; svg(): string } {
  const transform = transformOf(mark);
  const drawing = drawingOf(emoji, mark.ink);
  return {
    name: `${drawing} ${transform}`,
    svg: () => `<g transform="${transform}">${markupOf(drawing)}</g>`,
  };
}

/** In px: the emoji's corner in tenths, and its scale. */
function transformOf({ x, y, size }: EmojiMark): string {
  const scale = Math.round((size / emojiSide) * 1000) / 1000;
  return `translate(${tenth(x)} ${tenth(y)}) scale(${scale})`;
}

/** Names the drawing of an emoji next to a text of that colour: its own name, and the colour of its contour, if any. */
function drawingOf(emoji: Emoji, ink: Color): string {
  return needsContour(emoji, ink) ? `${emoji.name} ${ink}` : emoji.name;
}

function markupOf(drawing: string): string {
  const [name = '', contour] = drawing.split(' ');
  const markup = withoutIds(emojiMarkup(name));
  return `${contour ? `${contourOpening(contour)}${markup}</g>` : ''}${markup}`;
}

function contourOpening(color: string): string {
  return `<g stroke="${color}" stroke-width="2" stroke-linejoin="round" opacity=".75">`;
}

/** Whether an emoji needs a contour in the ink of the text, for example a black heart on a dark tile. */
function needsContour({ name }: Emoji, ink: Color): boolean {
  const isInkLight = contrast(ink, black) > contrast(ink, white);
  return shadeOf(name) === (isInkLight ? 'dark' : 'pale');
}

type Shade = 'dark' | 'pale' | 'coloured';

const [black, white] = ['#000000', '#ffffff'];
/** Dark except for a detail, such as the fuse of the bomb, the pole of the black flag, or the egg in the pan. */
const mostlyDark = new Set(
  (
    '1f373 1f393 1f3a9 1f3ae 1f3b1 1f3f4 1f3f4-200d-2620-fe0f 1f403 1f408-200d-2b1b 1f426-200d-2b1b ' +
    '1f441-200d-1f5e8 1f4a3 1f50c 1f573 1f977 1f977-1f3fb 1f977-1f3fc 1f977-1f3fd 1f977-1f3fe 1f977-1f3ff ' +
    '1faae 1fab3 265f'
  ).split(' '),
);
/** Below this contrast with black, or with white, a colour is invisible on a dark, or a pale, ground. */
const minContrast = { dark: 1.9, pale: 1.4 } as const;
const shades = new Map<string, Shade>();

function shadeOf(name: string): Shade {
  let shade = shades.get(name);
  if (!shade) {
    const fills = [...emojiMarkup(name).matchAll(fillColors)].map(([, hex = '']) => longColor(hex));
    shade = 'coloured';
    if (mostlyDark.has(name) || fills.every((fill) => contrast(fill, black) < minContrast.dark))
      shade = 'dark';
    else if (fills.every((fill) => contrast(fill, white) < minContrast.pale)) shade = 'pale';
    shades.set(name, shade);
  }
  return shade;
}

const fillColors = /(?:fill|stroke)="#([0-9a-fA-F]{3,6})"/g;

function longColor(hex: string): Color {
  return `#${hex.length === 3 ? Array.from(hex, (digit) => digit + digit).join('') : hex}`;
}

/** Removes the few clip paths of Twemoji: they clip only at the edge of the square, and their ids would conflict. */
function withoutIds(markup: string): string {
  return markup.replaceAll(/<defs>.*?<\/defs>/g, '').replaceAll(/ clip-path="[^"]*"/g, '');
}
