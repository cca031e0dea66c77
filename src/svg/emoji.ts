import type { Container } from '@svgdotjs/svg.js';
import { type Emoji, emojiMarkup } from '../text/emoji.ts';
import { contrast } from '../themes/contrast.ts';
import type { Color } from '../themes/theme.ts';
import type { EmojiMark } from './text-marks.ts';

/** Side of an emoji's own coordinate system. Source: Twemoji. */
const emojiSide = 36;

/**
 * Marks the place of a colour emoji in the scene. Its drawing is put there once the scene is text: parsing it only
 * to write it out again would take longer than all the rest of the scene.
 */
export function placeEmoji(container: Container, emoji: Emoji, { x, y, size, ink }: EmojiMark): void {
  const scale = Math.round((size / emojiSide) * 1000) / 1000;
  const at = `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}) scale(${scale})`;
  const contour = isNeeded(emoji, ink) ? ` ${ink}` : '';
  container.group().attr({ transform: at, 'data-emoji': `${emoji.name}${contour}` });
}

const places = / data-emoji="([0-9a-f-]+)(?: (#[0-9a-f]{6}))?"><\/g>/g;

/** Puts the vector drawings where `placeEmoji` has marked their places. */
export function drawEmoji(scene: string): string {
  return scene.replace(places, (_, name: string, contour: string | undefined) => {
    const markup = withoutIds(emojiMarkup(name));
    return `>${contour ? `${contourOpening(contour)}${markup}</g>` : ''}${markup}</g>`;
  });
}

function contourOpening(color: string): string {
  return `<g stroke="${color}" stroke-width="2" stroke-linejoin="round" opacity=".75">`;
}

/** A black heart on a dark tile, or a white one on paper, is seen by a contour in the ink of the words beside it. */
function isNeeded({ name }: Emoji, ink: Color): boolean {
  const isInkLight = contrast(ink, black) > contrast(ink, white);
  return shadeOf(name) === (isInkLight ? 'dark' : 'pale');
}

type Shade = 'dark' | 'pale' | 'coloured';

const [black, white] = ['#000000', '#ffffff'];
/** Dark but for a detail, such as the fuse of the bomb, and the pole of the black flag; the pan under its egg. */
const mostlyDark = new Set(
  (
    '1f373 1f393 1f3a9 1f3ae 1f3b1 1f3f4 1f3f4-200d-2620-fe0f 1f403 1f408-200d-2b1b 1f426-200d-2b1b ' +
    '1f441-200d-1f5e8 1f4a3 1f50c 1f573 1f977 1f977-1f3fb 1f977-1f3fc 1f977-1f3fd 1f977-1f3fe 1f977-1f3ff ' +
    '1faae 1fab3 265f'
  ).split(' '),
);
/** Contrast to black, or to white, up to which a colour is lost on a ground as dark, or as pale. */
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

/** Drops the few clip paths that Twemoji has: they cut at the edge of the square, and their ids would clash. */
function withoutIds(markup: string): string {
  return markup.replaceAll(/<defs>.*?<\/defs>/g, '').replaceAll(/ clip-path="[^"]*"/g, '');
}
