import { describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { fontFiles } from '../../src/text/font-files.ts';
import { themes } from '../../src/themes/index.ts';
import { parseTheme } from '../../src/themes/parse.ts';
import type { ThemeTokens } from '../../src/themes/theme.ts';
import { ocean } from '../support/themes.ts';

const good = ocean;
const { colors, fonts, corners } = good;
const bundled = Object.keys(fontFiles).join(', ');
const grid = { kind: 'grid', color: '#0d1220', step: 36 } as const;
const scanlines = { kind: 'scanlines', color: '#ffffff', step: 4, opacity: 0.05 } as const;

/** Changes a token at a path; undefined removes it. */
function changed(path: string, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = JSON.parse(JSON.stringify(good));
  let place = copy;
  const keys = path.split('.');
  for (const key of keys.slice(0, -1)) place = Object(place[key]);
  place[keys.at(-1) ?? ''] = value;
  return copy;
}

const read = (content: unknown) =>
  parseTheme('ocean', typeof content === 'string' ? content : JSON.stringify(content));

describe('a theme file', () => {
  test.each<[string, ThemeTokens]>([
    ['an edge', good],
    [
      'all ornaments',
      { ...good, outline: { color: '#000000', width: 1 }, shadow: { color: '#000000', dx: 1, dy: 6 } },
    ],
    ['a grid', { ...good, texture: grid }],
    ['scan lines', { ...good, texture: scanlines }],
    ['no ornament at all', { fonts, colors, palette: good.palette, corners }],
  ])('may have %s, and gives the theme its name', (_, tokens) => {
    expect(read(tokens)).toEqual({ theme: { name: 'ocean', ...tokens } });
  });

  test('may begin with a byte order mark and name its schema, which is not part of the theme', () => {
    const text = `\uFEFF${JSON.stringify({ $schema: 'file:///etc/passwd', ...good })}`;
    expect(read(text)).toEqual({ theme: { name: 'ocean', ...good } });
  });

  test.each(themeNames)('may have the tokens of the built-in theme %s', (name) => {
    const { name: _, ...tokens } = themes[name];
    expect(read(tokens)).toEqual({ theme: { name: 'ocean', ...tokens } });
  });
});

const form = 'must be a colour of exactly the form "#rrggbb", in lower case';

describe('parseTheme reports', () => {
  test.each<[string, unknown, string]>([
    ['a list', [], 'must be an object, not a list'],
    ['null', null, 'must be an object, not null'],
    ['a text', '"night"', 'must be an object, not "night"'],
    ['no fonts', changed('fonts', undefined), 'fonts: is missing'],
    ['no label colour', changed('colors.label', undefined), 'colors.label: is missing'],
    ['no palette', changed('palette', undefined), 'palette: is missing'],
    ['no corners', changed('corners', undefined), 'corners: is missing'],
    ['half an ornament', changed('edge', { color: '#ffffff' }), 'edge.height: is missing'],
    ['an unknown token', changed('glow', 3), 'glow: is no token of a theme'],
    ['an unknown colour', changed('colors.sky', '#ffffff'), 'colors.sky: is no token of a theme'],
    [
      'a token that objects have',
      changed('colors.constructor', '#ffffff'),
      'colors.constructor: is no token of a theme',
    ],
    [
      'a prototype',
      `{"__proto__": {}, ${JSON.stringify(good).slice(1)}`,
      '__proto__: is no token of a theme',
    ],
    ['its own name', changed('name', 'ocean'), 'name: is no token of a theme'],
    ['a part that is a list', changed('colors', []), 'colors: must be an object, not a list'],
    ['a part that is a text', changed('corners', 'round'), 'corners: must be an object, not "round"'],
    ['a short colour', changed('colors.ground', '#abc'), `colors.ground: ${form}, not "#abc"`],
    ['a colour in upper case', changed('colors.tile', '#232C44'), `colors.tile: ${form}, not "#232C44"`],
    ['a colour with alpha', changed('colors.lane', '#141a2a80'), `colors.lane: ${form}, not "#141a2a80"`],
    ['a colour by name', changed('colors.title', 'white'), `colors.title: ${form}, not "white"`],
    ['a colour as a number', changed('colors.title', 16777215), `colors.title: ${form}, not 16777215`],
    ['a reference', changed('colors.ground', 'url(#a)'), `colors.ground: ${form}, not "url(#a)"`],
    [
      'an address',
      changed('edge.color', 'url(http://example.org/x.png)'),
      `edge.color: ${form}, not "url(http://example.org/x.png)"`,
    ],
    ['a path', changed('palette.3', '/etc/passwd.png'), `palette[3]: ${form}, not "/etc/passwd.png"`],
    ['a second line', changed('colors.ground', '#0b0f1a\n'), `colors.ground: ${form}, not "#0b0f1a\\n"`],
    [
      'a long text',
      changed('colors.ground', 'x'.repeat(99)),
      `colors.ground: ${form}, not "${'x'.repeat(39)}…`,
    ],
    [
      'a palette too short',
      changed('palette', good.palette.slice(0, 6)),
      'palette: must hold 15 colours, not 6',
    ],
    [
      'a palette too long',
      changed('palette', [...good.palette, '#010101']),
      'palette: must hold 15 colours, not 16',
    ],
    [
      'a palette of one colour',
      changed('palette', '#ffffff'),
      'palette: must be a list of colours, not "#ffffff"',
    ],
    ['a colour twice', changed('palette.7', good.palette[2]), 'palette[7]: is the same as palette[2]'],
    [
      'a font that is not bundled',
      changed('fonts.title', ['comic-sans']),
      `fonts.title[0]: must be a bundled font (${bundled}), not "comic-sans"`,
    ],
    [
      'a font file',
      changed('fonts.label.1', '../fonts/x.ttf'),
      `fonts.label[1]: must be a bundled font (${bundled}), not "../fonts/x.ttf"`,
    ],
    ['no font', changed('fonts.tier', []), 'fonts.tier: must name at least one font'],
    [
      'five fonts',
      changed('fonts.tier', Array(5).fill('inter-600')),
      'fonts.tier: must name at most 4 fonts',
    ],
    [
      'a font that is no list',
      changed('fonts.tier', 'inter-600'),
      'fonts.tier: must be a list of fonts, not "inter-600"',
    ],
    [
      'another shape',
      changed('corners.shape', 'cut'),
      'corners.shape: must be "round" or "stepped", not "cut"',
    ],
    [
      'a radius as a text',
      changed('corners.row', '10px'),
      'corners.row: must be a whole number from 0 to 32, not "10px"',
    ],
    [
      'half a pixel',
      changed('corners.tile', 2.5),
      'corners.tile: must be a whole number from 0 to 32, not 2.5',
    ],
    [
      'a huge radius',
      changed('corners.tile', 1e9),
      'corners.tile: must be a whole number from 0 to 32, not 1000000000',
    ],
    [
      'an endless line',
      JSON.stringify({ ...good, outline: { color: '#000000', width: 7 } }).replace('7}', '1e999}'),
      'outline.width: must be a whole number from 1 to 4, not Infinity',
    ],
    [
      'a line of no width',
      changed('outline', { color: '#000000', width: 0 }),
      'outline.width: must be a whole number from 1 to 4, not 0',
    ],
    [
      'a shadow to the left',
      changed('shadow', { color: '#000000', dx: -3, dy: 3 }),
      'shadow.dx: must be a whole number from 1 to 6, not -3',
    ],
    ['no ornament, said as null', changed('edge', null), 'edge: must be an object, not null'],
    [
      'another texture',
      changed('texture', { ...grid, kind: 'dots' }),
      'texture.kind: must be "grid" or "scanlines", not "dots"',
    ],
    ['a texture of no kind', changed('texture', {}), 'texture.kind: is missing'],
    ['a texture that is a list', changed('texture', []), 'texture: must be an object, not a list'],
    [
      'a texture that is a picture',
      changed('texture', 'fibre.png'),
      'texture: must be an object, not "fibre.png"',
    ],
    [
      'an opaque texture',
      changed('texture', { ...scanlines, opacity: 1 }),
      'texture.opacity: must be a number from 0.01 to 0.25, not 1',
    ],
    [
      'a grid with opacity',
      changed('texture', { ...grid, opacity: 0.1 }),
      'texture.opacity: is no token of a theme',
    ],
    [
      'lines without a step',
      changed('texture', { ...scanlines, step: 1 }),
      'texture.step: must be a whole number from 3 to 200, not 1',
    ],
    [
      'a pale label',
      changed('colors.label', '#848dab'),
      'colors.label: contrast 4.2:1 on colors.tile, must be at least 4.5:1',
    ],
    [
      'a title like its ground',
      changed('colors.title', '#0b0f1a'),
      'colors.title: contrast 1.0:1 on colors.ground, must be at least 4.5:1',
    ],
    [
      'a faint watermark',
      changed('colors.watermark', '#5a6480'),
      'colors.watermark: contrast 3.2:1 on colors.ground, must be at least 4.5:1',
    ],
    [
      'a bright grid under the title',
      changed('texture', { ...grid, color: '#55607f' }),
      'colors.watermark: contrast 2.0:1 on texture.color, must be at least 4.5:1',
    ],
  ])('%s', (_, content, problem) => {
    expect(read(content)).toEqual({ problems: [problem] });
  });

  test('all problems, one line each', () => {
    const content = { ...changed('colors.label', 'red'), corners: {}, glow: 1 };
    expect(read(content)).toEqual({
      problems: [
        `colors.label: ${form}, not "red"`,
        'corners.shape: is missing',
        'corners.row: is missing',
        'corners.tile: is missing',
        'glow: is no token of a theme',
      ],
    });
  });

  test.each(['', '{', '{"fonts": }', 'night'])('text that is not JSON in one line: %j', (text) => {
    expect(read(text)).toEqual({
      problems: [expect.stringMatching(/^is not JSON: [a-z ]+ at line 1, column \d+$/)],
    });
  });
});
