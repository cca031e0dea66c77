import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type ListToolsResult,
  ListToolsResultSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { quoted } from '../items/quoted.ts';
import { didYouMean } from '../model/nearest.ts';
import type { ThemeName } from '../model/vocabulary.ts';
import type { ToolHost } from './tool-host.ts';
import { tools } from './tools/index.ts';
import type { ToolResult } from './tools/tool.ts';

const instructions =
  'tierpress draws tier lists. For own items call render_tier_list with the items in the tiers. For a known subject ' +
  'look for a template with find_templates, read its items with get_template, and place them by their references.';

/** The SDK checks answers to its own requests with it, and would load ajv; this server sends no requests. */
const noValidator = {
  getValidator: () => {
    throw new Error('the server sends no requests');
  },
};

/**
 * Returns a function that creates an MCP server for a host, which serves one connection. The server is the SDK's low-level
 * one: its other one takes zod schemas alone.
 *
 * @param version of tierpress
 * @param themes that a request may name
 */
export function mcpServers(version: string, themes: readonly ThemeName[]): (host: ToolHost) => Server {
  const list = describeTools(themes);
  return (host) => {
    const server = new Server(
      { name: 'tierpress', version },
      { capabilities: { tools: {} }, instructions, jsonSchemaValidator: noValidator },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => list);
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
      callTool(params.name, params.arguments ?? {}, host, signal),
    );
    return server;
  };
}

function describeTools(themes: readonly ThemeName[]): ListToolsResult {
  return ListToolsResultSchema.parse({
    tools: tools.map(({ name, title, description, isOpenWorld, input, output }) => ({
      name,
      title,
      description,
      inputSchema: input(themes),
      outputSchema: output(),
      annotations: { readOnlyHint: true, openWorldHint: isOpenWorld },
    })),
  });
}

/** Calls a tool. A call that is refused is a result, too, so that the model reads why. */
async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  host: ToolHost,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    const names = tools.map((one) => one.name);
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${quoted(name)}${didYouMean(name, names)}`);
  }
  try {
    return resultOf(await tool.call({ args, host, signal }));
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: host.refuse(error) }] };
  }
}

/** Returns the image first, then the facts: as text for clients that do not read structured results. */
function resultOf({ structured, image, note }: ToolResult): CallToolResult {
  const text = JSON.stringify(structured);
  return {
    content: [
      ...(image
        ? [
            {
              type: 'image' as const,
              data: Buffer.from(image.bytes).toString('base64'),
              mimeType: image.mediaType,
            },
          ]
        : []),
      ...(note === undefined ? [] : [{ type: 'text' as const, text: note }]),
      { type: 'text', text },
    ],
    structuredContent: { ...structured },
  };
}
