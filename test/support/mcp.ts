import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import sharp from 'sharp';
import * as v from 'valibot';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const resultSchema = v.object({
  isError: v.optional(v.boolean(), false),
  content: v.array(
    v.variant('type', [
      v.object({ type: v.literal('text'), text: v.string() }),
      v.object({ type: v.literal('image'), data: v.string(), mimeType: v.string() }),
    ]),
  ),
  structuredContent: v.optional(v.record(v.string(), v.unknown())),
});

/** The result of a tool. */
export interface Called {
  readonly isError: boolean;
  /** All texts, one a line. */
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly image: { readonly bytes: Buffer; readonly mimeType: string } | undefined;
}

/** The SDK's client, connected to the built command line. It checks structured results against their schemas. */
export async function connectToCli(env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'ignore',
  });
  return connected(transport);
}

/** The SDK's client, connected to a service. */
export async function connectToService(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  return connected(transport);
}

async function connected(transport: unknown): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  if (!isTransport(transport)) throw new Error('not a transport');
  await client.connect(transport);
  // Then the client knows the schemas of results.
  await client.listTools();
  return client;
}

/** The SDK's own transports lack `undefined` in the types of their optional fields. */
function isTransport(value: unknown): value is Transport {
  return typeof value === 'object' && value !== null && 'send' in value;
}

export async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const result = v.parse(resultSchema, await client.callTool({ name, arguments: args }));
  const image = result.content.find((part) => part.type === 'image');
  return {
    isError: result.isError,
    text: result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    structured: result.structuredContent,
    image: image && { bytes: Buffer.from(image.data, 'base64'), mimeType: image.mimeType },
  };
}

/** Decodes the image of a result. */
export async function decoded({ image }: Called) {
  if (image === undefined) throw new Error('a result without an image');
  const { format, width, height } = await sharp(image.bytes).metadata();
  return { format, width, height, mimeType: image.mimeType };
}

const require = createRequire(import.meta.url);
const inspector = require.resolve('@modelcontextprotocol/inspector-cli');
/** It finds its own package.json only if there is one above the working directory. */
const belowPackage = fileURLToPath(new URL('..', import.meta.url));

/** Runs MCP Inspector's command line, and returns what it prints. */
export async function inspect(...args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [inspector, '--cli', ...args], {
    cwd: belowPackage,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(await text(child.stdout));
}
