import * as v from 'valibot';
import { type FontName, fontFiles } from '../text/font-files.ts';
import type { ThemeTokens } from './theme.ts';

type Part<Token extends keyof ThemeTokens> = NonNullable<ThemeTokens[Token]>;
/** A schema for each token of a part: a new token of the type must be added here. */
type SchemasOf<Tokens> = { readonly [Name in keyof Tokens]-?: v.GenericSchema<unknown, Tokens[Name]> };

const colorForm = wrong('must be a colour of exactly the form "#rrggbb", in lower case');

function color(description: string) {
  return v.pipe(v.string(colorForm), v.regex(/^#[0-9a-f]{6}$/, colorForm), v.description(description));
}

function pixels(min: number, max: number, description: string) {
  const message = wrong(`must be a whole number from ${min} to ${max}`);
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.description(`${description} In pixels, ${min} to ${max}.`),
  );
}

const bundledFonts = Object.keys(fontFiles).filter((name): name is FontName =>
  Object.hasOwn(fontFiles, name),
);

function faces(description: string) {
  return v.pipe(
    v.array(
      v.picklist(bundledFonts, wrong(`must be a bundled font (${bundledFonts.join(', ')})`)),
      wrong('must be a list of fonts'),
    ),
    v.minLength(1, 'must name at least one font'),
    v.maxLength(4, ({ requirement }) => `must name at most ${requirement} fonts`),
    v.description(`${description} Asked in this order; what none of them has, the bundled Noto fonts draw.`),
  );
}

function part<const Entries extends v.ObjectEntries>(entries: Entries, description: string) {
  return v.pipe(v.strictObject(entries, wrong('must be an object')), v.description(description));
}

const fonts = part(
  {
    title: faces('The faces of the title.'),
    tier: faces('The faces of the tier names.'),
    label: faces('The faces of tile labels, captions and the watermark.'),
  } satisfies SchemasOf<Part<'fonts'>>,
  'Bundled fonts by name.',
);

const colors = part(
  {
    ground: color('The whole canvas, behind everything.'),
    title: color('The title, on the ground: at least 4.5:1.'),
    lane: color('Behind the tiles of one tier.'),
    tile: color('A tile, and the strip under a caption.'),
    label: color('The words on a tile: at least 4.5:1.'),
    inkDark: color('Tier names on light tier colours. Whichever of the two inks reads better is taken.'),
    inkLight: color('Tier names on dark tier colours.'),
    watermark: color('The watermark, on the ground: at least 4.5:1.'),
  } satisfies SchemasOf<Part<'colors'>>,
  'Colours as #rrggbb.',
);

/** The number of tier colours in popular tier-list makers. */
const tierColors = 15;
const palette = v.pipe(
  v.array(color('Of one row.'), wrong('must be a list of colours')),
  v.length(tierColors, ({ received }) => `must hold ${tierColors} colours, not ${received}`),
  v.description(
    'Tier colours from the top row downwards: red, orange, amber, yellow, lime, green, cyan, sky, blue, purple, ' +
      'pink, and four quiet ones from dark to light or with little colour. Rows past the end start again.',
  ),
);

const corners = part(
  {
    shape: v.pipe(
      v.picklist(['round', 'stepped'], wrong('must be "round" or "stepped"')),
      v.description('Arcs, or three steps like a large pixel font; a step is a third of the radius.'),
    ),
    row: pixels(0, 32, 'Radius of the corners of a row.'),
    tile: pixels(0, 32, 'Radius of the corners of a tile.'),
  } satisfies SchemasOf<Part<'corners'>>,
  'The corners of rows and tiles.',
);

const outline = part(
  {
    color: color('Of the line.'),
    width: pixels(1, 4, 'Its width.'),
  } satisfies SchemasOf<Part<'outline'>>,
  'A line around rows and tiles. Left out: none.',
);

const shadow = part(
  {
    color: color('Of the shadow.'),
    dx: pixels(1, 6, 'How far it lies to the right.'),
    dy: pixels(1, 6, 'How far it lies downwards.'),
  } satisfies SchemasOf<Part<'shadow'>>,
  'A hard shadow of every tile. Left out: none.',
);

const edge = part(
  {
    color: color('Of the edge.'),
    height: pixels(1, 6, 'Its height.'),
  } satisfies SchemasOf<Part<'edge'>>,
  'A thin edge along the top of every tile, as light falls on it. Left out: none.',
);

const step = pixels(3, 200, 'Distance from line to line.');
const opacityForm = wrong('must be a number from 0.01 to 0.25');
const texture = v.pipe(
  v.variant(
    'kind',
    [
      part(
        {
          kind: v.literal('grid'),
          color: color('Of the lines: a little lighter or darker than the ground.'),
          step,
        },
        'Lines both ways on the ground, under the board.',
      ),
      part(
        {
          kind: v.literal('scanlines'),
          color: color('Of the lines.'),
          step,
          opacity: v.pipe(
            v.number(opacityForm),
            v.minValue(0.01, opacityForm),
            v.maxValue(0.25, opacityForm),
            v.description('How much of the colour is seen, 0.01 to 0.25.'),
          ),
        },
        'Lines across the ground and the lanes.',
      ),
    ],
    (issue) =>
      wrong(issue.expected === 'Object' ? 'must be an object' : 'must be "grid" or "scanlines"')(issue),
  ),
  v.description('Lines one pixel thick, never over a tile. Left out: none.'),
);

const tokens = {
  fonts,
  colors,
  palette,
  corners,
  outline: v.exactOptional(outline),
  shadow: v.exactOptional(shadow),
  edge: v.exactOptional(edge),
  texture: v.exactOptional(texture),
} satisfies SchemasOf<ThemeTokens>;

/** A file of `<data directory>/themes/`, whose name is the theme's. Other fields are not allowed. */
export const themeFileSchema = v.strictObject(
  {
    $schema: v.exactOptional(
      v.pipe(v.string('must be a text'), v.description('Where this schema lies, for the editor.')),
    ),
    ...tokens,
  },
  wrong('must be an object'),
) satisfies v.GenericSchema<unknown, ThemeTokens>;

/** Returns a message that includes the actual value. JSON has no undefined, so an undefined value is missing. */
function wrong(what: string) {
  return ({ expected, input }: v.BaseIssue<unknown>): string => {
    if (expected === 'never') return 'is no token of a theme';
    return input === undefined ? 'is missing' : `${what}, not ${shown(input)}`;
  };
}

const shownLength = 40;

function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
