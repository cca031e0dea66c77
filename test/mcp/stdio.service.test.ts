import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { callTool, connectToCli, decoded, inspect } from '../support/mcp.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const teas = { title: 'Teas', tiers: [{ title: 'S', items: ['Assam', 'Sencha'] }] };

let dir: string;
let client: Client;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-mcp-'));
  client = await connectToCli({ TIERPRESS_DATA_DIR: dir });
});
afterAll(async () => {
  await client.close();
  await rm(dir, { recursive: true, force: true });
});

/** One message a line, as a client writes them. */
const lines = (...messages: readonly object[]) =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
/** Returns what the command answers to its whole input. */
async function exchange(input: string) {
  const { code, stdout, stderr } = await runCli(['mcp'], { TIERPRESS_DATA_DIR: dir }, input);
  const answers: unknown[] = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { code, answers, stderr };
}

describe('tierpress mcp', () => {
  it('describes its tools with schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['render_tier_list', 'find_templates', 'get_template']);
    expect(client.getServerVersion()?.name).toBe('tierpress');
    expect(client.getInstructions()).toContain('render_tier_list');
    const [render, find, get] = tools;
    expect(render?.inputSchema).toMatchObject({
      type: 'object',
      required: ['tiers'],
      properties: {
        theme: { enum: ['night', 'paper', 'arcade'], default: 'night' },
        format: { enum: ['webp', 'png'], default: 'webp' },
        tiers: { type: 'array', maxItems: 30, items: { type: 'object', required: ['title', 'items'] } },
      },
    });
    expect(find?.inputSchema).toMatchObject({ properties: { limit: { type: 'integer', maximum: 100 } } });
    expect(get?.inputSchema).toMatchObject({ required: ['id'] });
    expect(JSON.stringify(tools)).not.toContain('$ref');
  });

  it.each([
    [{}, { format: 'webp', width: 1080, height: 1440, mimeType: 'image/webp' }],
    [
      { format: 'png', aspectRatio: '16:9' },
      { format: 'png', width: 1920, height: 1080, mimeType: 'image/png' },
    ],
  ])('draws %j', async (look, expected) => {
    const called = await callTool(client, 'render_tier_list', { ...teas, ...look });
    expect(await decoded(called)).toEqual(expected);
    const { width, height } = expected;
    expect(called.structured).toMatchObject({ title: 'Teas', width, height });
    expect(JSON.parse(called.text)).toEqual(called.structured);
  });

  it('draws the same bytes as `tierpress render`', async () => {
    const out = join(dir, 'same.webp');
    await runCli(['render', '-', '-o', out], { TIERPRESS_DATA_DIR: dir }, JSON.stringify(teas));
    const { image } = await callTool(client, 'render_tier_list', teas);
    expect(image?.bytes.equals(await readFile(out))).toBe(true);
  });

  it('draws several boards that are asked for at once', async () => {
    const called = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((title) =>
        callTool(client, 'render_tier_list', { ...teas, title }),
      ),
    );
    expect(called.map(({ structured }) => structured?.['title'])).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(new Set(called.map(({ image }) => image?.bytes.toString('base64'))).size).toBe(4);
  });

  it('finds a template, reads it and draws it', async () => {
    const found = await callTool(client, 'find_templates', { q: 'world dishes', limit: 3 });
    const [first] = JSON.parse(found.text).templates;
    expect(first).toMatchObject({ id: 1, title: 'World Dishes' });
    expect(first).not.toHaveProperty('url');
    const { structured } = await callTool(client, 'get_template', { id: 1, locale: 'en' });
    expect(structured).toMatchObject({ title: 'World Dishes', items: { item_0: 'Pizza' } });
    const drawn = await callTool(client, 'render_tier_list', {
      templateId: 1,
      tiers: [{ title: 'S', items: ['item_0'] }],
    });
    expect(drawn).toMatchObject({ isError: false, structured: { title: 'World Dishes' } });
    expect((await callTool(client, 'get_template', { id: 'custom' })).structured).toMatchObject({
      items: {},
    });
  });

  it.each([
    ['render_tier_list', {}, 'tiers: is required'],
    [
      'render_tier_list',
      { ...teas, theme: 'nigth' },
      'theme: must be "night", "paper" or "arcade"; did you mean "night"?',
    ],
    ['render_tier_list', { ...teas, format: 'svg' }, 'format: must be "webp" or "png"'],
    [
      'render_tier_list',
      { items: ['Assam', 'Sencha'], tiers: [{ title: 'S', items: ['Sencha'] }] },
      'tiers[0].items[0]: expected an index into items, such as 0, not the text "Sencha"; did you mean 1?',
    ],
    [
      'render_tier_list',
      { templateId: 1, tiers: [{ title: 'S', items: ['pizza'] }] },
      'tiers[0].items[0]: expected an item reference such as item_0, not "pizza"; did you mean item_0?',
    ],
    [
      'render_tier_list',
      { templateId: 'world dishs', tiers: [{ title: 'S', items: [] }] },
      'templateId: must be a whole number, not a text; did you mean 1, "World Dishes"?',
    ],
    [
      'render_tier_list',
      { templateId: 987654, tiers: [{ title: 'S', items: [] }] },
      'templateId: there is no template 987654; find_templates finds the ids',
    ],
    ['get_template', {}, 'id: is required'],
    ['get_template', { id: 987654 }, 'There is no template 987654; find_templates finds the ids'],
    [
      'get_template',
      { id: 'World Dishs' },
      'id: must be a whole number or "custom"; did you mean 1, "World Dishes"?',
    ],
    ['find_templates', { limit: 1000 }, 'limit: must be a whole number from 1 to 100'],
    ['find_templates', { mode: 'newst' }, /^mode: must be .*; did you mean "newest"\?$/],
  ])('refuses %s with %j in a way that helps', async (name, args, message) => {
    const { isError, text: said, image } = await callTool(client, name, args);
    expect({ isError, image }).toEqual({ isError: true, image: undefined });
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it('warns of what it ignored', async () => {
    const { structured } = await callTool(client, 'render_tier_list', {
      tiers: [{ title: 'Best', items: [] }],
      tracks: [{ title: 'Bets' }],
      colour: 'red',
    });
    expect(structured?.['warnings']).toEqual([
      'colour: unknown field, ignored',
      'tracks[0]: "Bets" matches no tier, so it draws nothing; did you mean "Best"?',
    ]);
  });

  it('refuses an unknown tool and an unknown method with errors of the protocol', async () => {
    await expect(client.callTool({ name: 'render_tierlist' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        'There is no tool "render_tierlist"; did you mean "render_tier_list"?',
      ),
    });
    await expect(client.listResources()).rejects.toMatchObject({ code: -32601 });
  });

  it('answers everything before it ends with its input, and prints nothing else', async () => {
    const call = { id: 'a', method: 'tools/call', params: { name: 'render_tier_list', arguments: teas } };
    const { code, answers, stderr } = await exchange(
      lines(initialize, { method: 'notifications/initialized' }, call),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(answers).toMatchObject([
      { id: 1, result: { serverInfo: { name: 'tierpress' }, protocolVersion: '2025-06-18' } },
      { id: 'a', result: { content: [{ type: 'image' }, { type: 'text' }] } },
    ]);
  });

  it('ends at once when there is no input', async () => {
    expect(await exchange('')).toEqual({ code: 0, answers: [], stderr: '' });
  });

  it.each([
    ['no JSON', '{"jsonrpc": "2.0", "id": 7\n', { error: { code: -32700 } }],
    ['no message', '{"id": 7}\n', { id: 7, error: { code: -32600 } }],
    ['a batch', '[{"jsonrpc": "2.0", "id": 7, "method": "ping"}]\n', { error: { code: -32600 } }],
    ['deep arrays', `${'['.repeat(100_000)}\n`, { error: { code: -32700 } }],
    ['a line of a megabyte', `{"x": "${'x'.repeat(1_000_000)}"}\n`, { error: { code: -32600 } }],
    ['text that is not UTF-8', '\ufffd\n', { error: { code: -32700 } }],
  ])('answers %s with an error, and goes on', async (_name, line, error) => {
    const { code, answers } = await exchange(`${line}${lines({ id: 8, method: 'ping' })}`);
    expect(code).toBe(0);
    expect(answers).toMatchObject([error, { id: 8, result: {} }]);
  });

  it('ends at a signal, and leaves no folder of photos behind', async () => {
    const temporary = join(dir, 'tmp');
    await mkdir(temporary);
    const child = spawn(process.execPath, [main, 'mcp'], {
      env: { PATH: process.env['PATH'] ?? '', TIERPRESS_DATA_DIR: dir, TMPDIR: temporary },
    });
    const call = { id: 2, method: 'tools/call', params: { name: 'render_tier_list', arguments: teas } };
    child.stdin.write(lines(initialize, { method: 'notifications/initialized' }, call));
    let answered = '';
    for await (const chunk of child.stdout) {
      answered += String(chunk);
      if (/"id":2}?\n$/.test(answered) || answered.split('\n').length > 2) break;
    }
    expect(await readdir(temporary)).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('ends when the templates are broken, and says why', async () => {
    const templates = join(dir, 'templates');
    await mkdir(templates);
    await writeFile(join(templates, 'a.json'), '{');
    const child = spawn(process.execPath, [main, 'mcp'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        TIERPRESS_DATA_DIR: dir,
        TIERPRESS_TEMPLATES_DIR: templates,
      },
    });
    child.stdin.write(lines(initialize, { method: 'notifications/initialized' }));
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toMatch(/^a\.json: /m);
  });
});

describe("MCP Inspector's command line", () => {
  it('lists the tools and draws', async () => {
    const target = ['-e', `TIERPRESS_DATA_DIR=${dir}`, process.execPath, main, 'mcp'];
    expect(await inspect(...target, '--method', 'tools/list')).toMatchObject({ tools: [{}, {}, {}] });
    const call = ['--method', 'tools/call', '--tool-name', 'render_tier_list', '--tool-arg'];
    expect(
      await inspect(...target, ...call, 'title=Teas', `tiers=${JSON.stringify(teas.tiers)}`),
    ).toMatchObject({
      content: [{ type: 'image', mimeType: 'image/webp' }, { type: 'text' }],
    });
  });
});
