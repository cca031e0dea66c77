import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/render/fingerprint.ts';
import { parseTheme } from '../../src/themes/parse.ts';
import { themeSet } from '../../src/themes/theme-set.ts';
import { flavourBoard, specOf } from '../support/boards.ts';
import { ocean, oceanOn } from '../support/themes.ts';

const board = flavourBoard(3, ['S', 'A']);

/** Of a board in a theme whose file holds this text. */
function fingerprint(text: string, theme = 'ocean'): string {
  const parsed = parseTheme('ocean', text);
  if (!('theme' in parsed)) throw new Error(parsed.problems.join('\n'));
  return fingerprintOf(specOf(board, { theme }), undefined, '1', themeSet([parsed.theme]));
}

describe('a picture in a theme of its service', () => {
  const text = JSON.stringify(ocean);

  test('is another picture when the theme says something else', () => {
    expect(fingerprint(JSON.stringify(oceanOn('#0b0f1b')))).not.toBe(fingerprint(text));
  });

  test('is the same picture when only the file looks different', () => {
    expect(fingerprint(JSON.stringify({ $schema: 'x', ...ocean }, null, 8))).toBe(fingerprint(text));
  });

  test('is no picture in a built-in theme, which the file does not touch', () => {
    const night = fingerprint(text, 'night');
    expect(night).not.toBe(fingerprint(text));
    expect(fingerprint(JSON.stringify(oceanOn('#0b0f1b')), 'night')).toBe(night);
    expect(fingerprintOf(specOf(board), undefined, '1')).toBe(night);
  });
});
