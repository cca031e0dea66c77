import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { boardOf, specOf } from '../support/boards.ts';

/** Linux counts the bytes that a process reads. */
const counters = '/proc/self/io';
const megabyte = 1_000_000;

const bytesRead = () => Number(/^rchar: (\d+)$/m.exec(readFileSync(counters, 'utf8'))?.[1]);

beforeEach(() => {
  vi.resetModules();
});

/** Returns how many megabytes are read to draw labels on a board, with modules loaded for the first time. */
async function megabytesFor(theme: (typeof themeNames)[number], labels: readonly string[]): Promise<number> {
  const { createEngine } = await import('../../src/workers/engine.ts');
  const engine = createEngine({ rasteriser: 'resvg' });
  const before = bytesRead();
  engine.draw(specOf(boardOf('Title 1', [['S', labels]]), { theme })).svg();
  return (bytesRead() - before) / megabyte;
}

const withoutEastAsia = [
  'Crème brûlée, 50% off!',
  'Борщ “№ 5” — €3.50',
  'Γειά σου',
  'مرحبا، 12',
  'שלום (1)',
  'สวัสดี ฿20',
  'नमस्ते।',
  '→ ★ ✓ ½ ™ ² … ‘’ «»',
  '🍕 Pizza',
  '1️⃣ ❤️ ☺',
  'e\u0301 x\u0338',
  '\u{10ffff}',
  'ქართული',
];

// East Asian fonts have 5.5 MB (Japanese), 6.2 MB (Korean), and 8.3 to 14.8 MB (Chinese); all others together 4 MB.
describe.skipIf(!existsSync(counters)).each(themeNames)('%s', (theme) => {
  test('reads no East Asian font for a board without East Asian text', async () => {
    const read = await megabytesFor(theme, withoutEastAsia);
    expect(read).toBeGreaterThan(1);
    expect(read).toBeLessThan(5);
  });

  test('reads one Chinese font for Chinese text', async () => {
    const read = await megabytesFor(theme, ['北京烤鸭，“你好”']);
    expect(read).toBeGreaterThan(8);
    expect(read).toBeLessThan(17);
  });

  test('reads only the Japanese font for Japanese text, and the Korean font for Korean text', async () => {
    const read = await megabytesFor(theme, ['骨を直す海の家', '안녕하세요']);
    expect(read).toBeGreaterThan(11);
    expect(read).toBeLessThan(16);
  });
});
