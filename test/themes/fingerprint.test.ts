import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/render/fingerprint.ts';
import { parseTheme } from '../../src/themes/parse.ts';
import { themeSet } from '../../src/themes/theme-set.ts';
import { flavourBoard, specOf } from '../support/boards.ts';
import { ocean, oceanOn } from '../support/themes.ts';

const board = flavourBoard(3, ['S', 'A']);

/** Returns the fingerprint of a board in a theme whose file has this text. */
function fingerprint(text: string, theme = 'ocean'): string {
  const parsed = parseTheme('ocean', text);
  if (!('theme' in parsed)) throw new Error(parsed.problems.join('\n'));
  return fingerprintOf(specOf(board, { theme }), undefined, '1', themeSet([parsed.theme]));
}

describe('the fingerprint of an image in an own theme', () => {
  const text = JSON.stringify(ocean);

  test('changes with a token of the theme', () => {
    expect(fingerprint(JSON.stringify(oceanOn('#0b0f1b')))).not.toBe(fingerprint(text));
  });

  test('does not change with the formatting of the file', () => {
    expect(fingerprint(JSON.stringify({ $schema: 'x', ...ocean }, null, 8))).toBe(fingerprint(text));
  });

  test('differs from that of a built-in theme, which the file does not affect', () => {
    const night = fingerprint(text, 'night');
    expect(night).not.toBe(fingerprint(text));
    expect(fingerprint(JSON.stringify(oceanOn('#0b0f1b')), 'night')).toBe(night);
    expect(fingerprintOf(specOf(board), undefined, '1')).toBe(night);
  });
});
