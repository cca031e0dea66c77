import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { resolveOrder } from '../../src/items/resolve.ts';
import type { RenderOrder } from '../../src/model/board.ts';
import { packagedData } from '../../src/packaged-data.ts';
import { createEngine } from '../../src/render/engine.ts';
import { loadTemplates } from '../../src/templates/load.ts';
import { flavourBoard, orderOf } from '../support/boards.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
const templates = await loadTemplates(packagedData.templatesDir);
const out = mkdtempSync(join(tmpdir(), 'tierpress-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function orderOfExample(name: string): RenderOrder {
  const { request } = parseRenderRequest(JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')));
  return resolveOrder(request, templates, { watermark: request.watermark === true }).order;
}

describe('the same request is the same bytes', () => {
  test('again, whatever was drawn in between', async () => {
    const engine = createEngine({ rasteriser: 'resvg' });
    const order = orderOfExample('eighty-items.json');
    const first = await engine.render(order);
    for (const theme of ['paper', 'arcade'] as const)
      await engine.render(
        orderOf(flavourBoard(17, ['S', 'A', 'B']), { theme, aspectRatio: '16:9', scale: 2 }),
      );
    expect(sha256((await engine.render(order)).bytes)).toBe(sha256(first.bytes));
  });

  test('with glyphs remembered or not: the order of the boards makes no difference', async () => {
    const orders = examples.map(orderOfExample);
    const sums = async (list: readonly RenderOrder[]) => {
      const engine = createEngine({ rasteriser: 'resvg' });
      const result = new Map<RenderOrder, string>();
      for (const order of list) result.set(order, sha256((await engine.render(order)).bytes));
      return result;
    };
    const [forwards, backwards] = [await sums(orders), await sums(orders.toReversed())];
    for (const order of orders) expect(backwards.get(order)).toBe(forwards.get(order));
  });

  test.each(examples)('in another process: %s', async (example) => {
    const file = join(out, 'out.webp');
    execFileSync(process.execPath, ['dist/cli/main.js', 'render', `examples/${example}`, '-o', file], {
      cwd: root,
    });
    const { bytes } = await createEngine({ rasteriser: 'resvg' }).render({
      ...orderOfExample(example),
      format: 'webp',
    });
    expect(sha256(readFileSync(file))).toBe(sha256(bytes));
  });

  test('as it was when this was last looked at, on whatever machine that was', async () => {
    const engine = createEngine({ rasteriser: 'resvg' });
    const lines: string[] = [];
    for (const example of examples)
      lines.push(`${sha256((await engine.render(orderOfExample(example))).bytes)}  ${example}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../snapshots/examples.sha256');
  });
});
