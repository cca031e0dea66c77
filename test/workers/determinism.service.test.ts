import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { packagedData } from '../../src/files/package-files.ts';
import { resolveSpec } from '../../src/items/resolve.ts';
import type { RenderSpec } from '../../src/model/board.ts';
import { loadTemplates } from '../../src/templates/load.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { flavourBoard, specOf } from '../support/boards.ts';
import { sampleOf } from '../support/runs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
const templates = await loadTemplates(packagedData.templatesDir);
const out = mkdtempSync(join(tmpdir(), 'tierpress-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function specOfExample(name: string): RenderSpec {
  const { request } = parseRenderRequest(JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')));
  return resolveSpec(request, templates, { watermark: request.watermark === true }).spec;
}

describe('the same request gives the same bytes', () => {
  test('after other images were drawn in between', async () => {
    const engine = createEngine({ rasteriser: 'resvg' });
    const spec = specOfExample('eighty-items.json');
    const first = await engine.render(spec);
    for (const theme of ['paper', 'arcade'] as const)
      await engine.render(
        specOf(flavourBoard(17, ['S', 'A', 'B']), { theme, aspectRatio: '16:9', scale: 2 }),
      );
    expect(sha256((await engine.render(spec)).bytes)).toBe(sha256(first.bytes));
  });

  test('with and without cached glyphs, in any order of the boards', async () => {
    const specs = examples.map(specOfExample);
    const sums = async (list: readonly RenderSpec[]) => {
      const engine = createEngine({ rasteriser: 'resvg' });
      const result = new Map<RenderSpec, string>();
      for (const spec of list) result.set(spec, sha256((await engine.render(spec)).bytes));
      return result;
    };
    const [forwards, backwards] = [await sums(specs), await sums(specs.toReversed())];
    for (const spec of specs) expect(backwards.get(spec)).toBe(forwards.get(spec));
  });

  test.each(sampleOf(examples))('in another process: %s', async (example) => {
    const file = join(out, 'out.webp');
    execFileSync(process.execPath, ['dist/cli/main.js', 'render', `examples/${example}`, '-o', file], {
      cwd: root,
    });
    const { bytes } = await createEngine({ rasteriser: 'resvg' }).render({
      ...specOfExample(example),
      format: 'webp',
    });
    expect(sha256(readFileSync(file))).toBe(sha256(bytes));
  });

  test('as the reviewed examples, on any machine', async () => {
    const engine = createEngine({ rasteriser: 'resvg' });
    const lines: string[] = [];
    for (const example of examples)
      lines.push(`${sha256((await engine.render(specOfExample(example))).bytes)}  ${example}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../snapshots/examples.sha256');
  });
});
