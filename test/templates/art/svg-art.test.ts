import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagedData } from '../../../src/files/package-files.ts';
import { ArtProblem } from '../../../src/templates/art/art-problem.ts';
import { svgArt } from '../../../src/templates/art/svg-art.ts';

const drawing = (inside: string, attributes = 'viewBox="0 0 10 10"') => `<svg ${attributes}>${inside}</svg>`;
const shapesOf = (inside: string) => svgArt(drawing(inside)).shapes;

describe('svgArt', () => {
  it('reads SVG as drawing programs write it', () => {
    const art = svgArt(
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
      <!-- made by hand -- or so -->
      <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="24" height="24" viewBox='-1, -1, 12 12' fill="#ABC">
        <title>Tea &gt; coffee</title>
        <g id="cup" class='x' fill-rule="evenodd">
          <path d="M1 1
                   h2v2z"/>
          <g fill="currentColor"><rect x="1" y="2" width="3" height="4"></rect></g>
          <path fill="none" d="M0 0h9"/>
        </g>
        <polygon points="0,0 1,0 1,1" fill="#123456" />
      </svg>\n`.replace('-- or so ', ''),
    );
    expect(art).toEqual({
      kind: 'vector',
      viewBox: [-1, -1, 12, 12],
      shapes: [
        { path: 'M1 1 h2v2z', color: '#aabbcc', isEvenOdd: true },
        { path: 'M1 2h3v4h-3z', color: null, isEvenOdd: true },
        { path: 'M0 0 1 0 1 1z', color: '#123456' },
      ],
    });
  });

  it.each([
    ['<circle cx="5" cy="5" r="2"/>', 'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z'],
    ['<ellipse rx="2" ry="1"/>', 'M-2 0a2 1 0 1 0 4 0a2 1 0 1 0 -4 0z'],
    ['<rect width="4" height="2"/>', 'M0 0h4v2h-4z'],
    [
      '<rect x="1" width="4" height="2" rx="9"/>',
      'M3 0h0a2 1 0 0 1 2 1v0a2 1 0 0 1 -2 1h0a2 1 0 0 1 -2 -1v0a2 1 0 0 1 2 -1z',
    ],
    ['<path d="m0,0 1e-1-.5Z"/>', 'm0,0 1e-1-.5Z'],
  ])('turns %s into a path', (shape, path) => {
    expect(shapesOf(shape)).toEqual([{ path, color: '#000000' }]);
  });

  const files = readdirSync(join(packagedData.templatesDir, 'art'));
  it.each(files.filter((name) => name.endsWith('.svg')))('reads %s, which comes with tierpress', (file) => {
    expect(
      svgArt(readFileSync(join(packagedData.templatesDir, 'art', file), 'utf8')).shapes.length,
    ).toBeGreaterThan(0);
  });
});

describe('svgArt refuses', () => {
  const path = '<path d="M0 0h1z"/>';

  it.each([
    ['an empty file', '', 'must be an <svg>'],
    ['plain text', 'Tea', 'is not a plain SVG drawing, at line 1'],
    ['HTML', '<html></html>', 'must be an <svg>'],
    [
      'a document type',
      `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing(path)}`,
      'is not a plain SVG drawing, at line 1',
    ],
    ['an unknown entity', drawing('<path d="&a;"/>'), 'is not a plain SVG drawing, at line 1'],
    ['an entity of HTML', drawing('<title>&copy;</title>'), 'is not a plain SVG drawing, at line 1'],
    [
      'a processing instruction',
      `<?xml-stylesheet href="a.css"?>${drawing(path)}`,
      'is not a plain SVG drawing, at line 1',
    ],
    ['CDATA', drawing('<![CDATA[x]]>'), 'is not a plain SVG drawing, at line 1'],
    ['text outside a title', drawing(`\n${path}Tea`), 'is not a plain SVG drawing, at line 2'],
    ['a script with text', drawing('<script>x</script>'), 'is not a plain SVG drawing, at line 1'],
    ['a second root element', drawing(path) + drawing(path), 'is not a plain SVG drawing, at line 1'],
    ['an element that is not closed', '<svg viewBox="0 0 1 1"><g>', '<g> is not closed'],
    ['elements that overlap', drawing('<g></path></g>'), '</path> closes nothing, at line 1'],
    ['a missing view box', drawing(path, ''), '<svg>: viewBox must be four numbers, such as "0 0 24 24"'],
    [
      'an empty view box',
      drawing(path, 'viewBox="0 0 0 5"'),
      '<svg>: viewBox must be four numbers, such as "0 0 24 24"',
    ],
    [
      'a view box without numbers',
      drawing(path, 'viewBox="a b c d"'),
      '<svg>: viewBox must be four numbers, such as "0 0 24 24"',
    ],
    [
      'an infinite view box',
      drawing(path, 'viewBox="0 0 1e999 1"'),
      '<svg>: viewBox must be four numbers, such as "0 0 24 24"',
    ],
    ['an SVG without elements', drawing(''), 'draws nothing'],
    ['an SVG whose only shape has no fill', drawing('<path d="M0 0h1" fill="none"/>'), 'draws nothing'],
    [
      'a script',
      drawing('<script/>'),
      '<script> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [
      'an image',
      drawing('<image href="file:///etc/passwd"/>'),
      '<image> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [
      'a reference',
      drawing('<use href="#a"/>'),
      '<use> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [
      'a style sheet',
      drawing('<style/>'),
      '<style> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [
      'a nested SVG',
      drawing(drawing(path)),
      '<svg> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [
      'a foreign object',
      drawing('<foreignObject/>'),
      '<foreignObject> is not allowed: only g, path, rect, circle, ellipse and polygon',
    ],
    [
      'an event handler',
      drawing('<path d="M0 0" onclick="x"/>'),
      '<path>: the attribute onclick is not allowed',
    ],
    [
      'a style attribute',
      drawing('<path d="M0 0" style="fill:red"/>'),
      '<path>: the attribute style is not allowed',
    ],
    ['a transform', drawing('<g transform="scale(2)"/>'), '<g>: the attribute transform is not allowed'],
    [
      'an attribute named like a property of objects',
      drawing('<g __proto__="a"/>'),
      '<g>: the attribute __proto__ is not allowed',
    ],
    [
      'an attribute that the parser fails at',
      drawing('<g hasOwnProperty="a" id="b"/>'),
      'is not a plain SVG drawing, at line 1',
    ],
    [
      'a stroke',
      drawing('<path d="M0 0" stroke="#000000"/>'),
      '<path>: the attribute stroke is not allowed; turn strokes into paths',
    ],
    [
      'a clip path',
      drawing('<path d="M0 0" clip-path="url(#a)"/>'),
      '<path>: the attribute clip-path is not allowed',
    ],
    [
      'a gradient as fill',
      drawing('<path d="M0 0" fill="url(#a)"/>'),
      '<path>: fill must be #rrggbb, currentColor or none',
    ],
    [
      'a named colour',
      drawing('<path d="M0 0" fill="red"/>'),
      '<path>: fill must be #rrggbb, currentColor or none',
    ],
    [
      'an unknown fill rule',
      drawing('<path d="M0 0" fill-rule="odd"/>'),
      '<path>: fill-rule must be nonzero or evenodd',
    ],
    ['a path that is not path data', drawing('<path d="tea"/>'), '<path>: d must be path data'],
    ['a path without data', drawing('<path/>'), '<path>: d must be path data'],
    ['a length with a unit', drawing('<circle r="2px"/>'), '<circle>: r must be a number without a unit'],
    [
      'a negative length',
      drawing('<rect width="-1" height="1"/>'),
      '<rect>: width must be a number without a unit',
    ],
    ['a missing length', drawing('<rect width="1"/>'), '<rect>: height must be a number without a unit'],
    ['a length out of range', drawing('<circle r="1e9"/>'), '<circle>: r must be a number without a unit'],
    [
      'a polygon with half a point',
      drawing('<polygon points="0 0 1 1 2"/>'),
      '<polygon>: points must be at least three pairs of numbers',
    ],
    ['more than 300 shapes', drawing(path.repeat(301)), 'has more than 300 shapes'],
  ])('%s', (_, text, problem) => {
    expect(() => svgArt(text)).toThrow(new ArtProblem(problem));
  });

  it('malformed files of any kind within two seconds', () => {
    const began = performance.now();
    for (const text of [
      `<svg ${'a="b" '.repeat(3_000)}`,
      `<svg${' '.repeat(30_000)}`,
      '<'.repeat(30_000),
      '<!--'.repeat(8_000),
      drawing(`<polygon points="${'1 '.repeat(10_000)}x"/>`),
      '<g>'.repeat(10_000),
    ])
      expect(() => svgArt(text)).toThrow(ArtProblem);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
