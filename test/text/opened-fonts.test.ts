import { beforeEach, describe, expect, test, vi } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { boardOf, specOf } from '../support/boards.ts';

const opened: string[] = [];

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readFileSync = (path: string, ...rest: [BufferEncoding?]) => {
    if (String(path).endsWith('.ttf')) opened.push(String(path).split('/').at(-1) ?? '');
    return fs.readFileSync(path, ...rest);
  };
  return { ...fs, default: { ...fs, readFileSync }, readFileSync };
});

beforeEach(() => {
  opened.length = 0;
  vi.resetModules();
});

/** Returns the font files opened to draw labels on a board, with modules loaded for the first time. */
async function openedFor(theme: (typeof themeNames)[number], labels: readonly string[]): Promise<string[]> {
  const { createEngine } = await import('../../src/workers/engine.ts');
  const engine = createEngine({ rasteriser: 'resvg' });
  engine.draw(specOf(boardOf('Title 1', [['S', labels]]), { theme })).svg();
  return opened;
}

const eastAsian = /(?:SC|JP|KR|QingKe)/;
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

describe.each(themeNames)('%s', (theme) => {
  test('opens no East Asian font for a board without East Asian text', async () => {
    const files = await openedFor(theme, withoutEastAsia);
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((file) => eastAsian.test(file))).toEqual([]);
  });

  test('opens one Chinese font for Chinese text', async () => {
    const files = await openedFor(theme, ['北京烤鸭，“你好”']);
    expect(files.filter((file) => eastAsian.test(file))).toHaveLength(1);
  });

  test('opens only the Japanese font for Japanese text, and the Korean font for Korean text', async () => {
    const files = await openedFor(theme, ['骨を直す海の家', '안녕하세요']);
    expect(files.filter((file) => eastAsian.test(file)).toSorted()).toEqual([
      'NotoSansJP_600SemiBold.ttf',
      'NotoSansKR_600SemiBold.ttf',
    ]);
  });
});
