import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aspectRatios } from '../../src/model/vocabulary.ts';
import type { Engine } from '../../src/workers/engine.ts';
import { boardOf, flavourBoard, specOf } from './boards.ts';

/** Small boards: a snapshot has to be readable, and glyph outlines are long. */
const boards = {
  three: boardOf('Pets', [
    ['S', ['Cat']],
    ['A', ['Dog'], '#123456'],
    ['', []],
  ]),
};

const scripts = boardOf('Hi 你好', [
  ['Best', ['烤鸭', 'Борщ', 'שלום 1']],
  ['人', ['🍋 Lemon', 'नमस्ते', '\u{10ffff} <&">']],
]);

/** Tests that a theme draws its boards exactly as the snapshots in the folder. */
export function describeSnapshots(engine: Engine, theme: string, folder: string): void {
  describe(theme, () => {
    describe.each(aspectRatios)('%s', (aspectRatio) => {
      test.each(Object.entries(boards))('%s', async (name, board) => {
        const file = join(folder, `${theme}-${aspectRatio.replace(':', 'x')}-${name}.svg`);
        await expect(engine.draw(specOf(board, { theme, aspectRatio })).svg()).toMatchFileSnapshot(file);
      });
    });

    test.each([
      ['scripts', scripts],
      ['flavours', flavourBoard(14, ['S', 'A', 'B', 'C', 'D'])],
    ])('%s', async (name, board) => {
      const spec = specOf(board, { theme, watermark: false });
      const file = join(folder, `${theme}-3x4-${name}.svg`);
      await expect(engine.draw(spec).svg()).toMatchFileSnapshot(file);
    });
  });
}
