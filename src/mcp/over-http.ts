import { buffer } from 'node:stream/consumers';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { type ImagePorts, isGone } from '../api/endpoints/rendering/get-image.ts';
import { type RenderPorts, renderFor } from '../api/endpoints/rendering/render.ts';
import type { TemplatePorts } from '../api/endpoints/templates/template-bodies.ts';
import type { ApiContext } from '../api/http/context.ts';
import { errorResponse } from '../api/http/error-response.ts';
import type { ParsedRequest } from '../api/wire/parse-render-request.ts';
import { imageFile } from '../model/addresses.ts';
import { alternatives } from '../model/alternatives.ts';
import { invalid } from '../model/failure.ts';
import { defaults } from '../model/vocabulary.ts';
import { mcpServers } from './server.ts';
import type { DrawnImage, ToolHost } from './tool-host.ts';

/** Clients refuse results of more than about a megabyte, and the service does not hold more for each of many. */
const maxImageBytes = 1024 * 1024;

type Ports = RenderPorts & Pick<ImagePorts, 'images'> & TemplatePorts;

/**
 * Returns a function that answers a message of MCP with the ports of a service. Each message has a server of its own: nothing
 * is remembered between requests, so any replica can answer any of them.
 */
export function toolsOverHttp(version: string, ports: Ports) {
  const serverFor = mcpServers(version, ports.themes);
  return async (ctx: ApiContext, body: unknown): Promise<object | undefined> => {
    const { success, data: message } = JSONRPCMessageSchema.safeParse(body);
    if (!success) throw invalid('', 'The body must be one message of MCP');
    // Notifications change nothing, and the service sends no requests that could be answered.
    if (!isJSONRPCRequest(message)) return undefined;
    if (!isInitializeRequest(message)) requireKnownVersion(ctx.get('MCP-Protocol-Version'));
    return answerWith(serverFor(hostOf(ctx, ports)), message);
  };
}

async function answerWith(server: Server, request: JSONRPCRequest): Promise<JSONRPCMessage> {
  const [client, own] = InMemoryTransport.createLinkedPair();
  const answer = new Promise<JSONRPCMessage>((resolve) => {
    client.onmessage = resolve;
  });
  await server.connect(own);
  try {
    await client.send(request);
    return await answer;
  } finally {
    await server.close();
  }
}

function requireKnownVersion(version: string): void {
  if (version !== '' && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    throw invalid('MCP-Protocol-Version', `must be ${alternatives(SUPPORTED_PROTOCOL_VERSIONS)}`);
  }
}

function hostOf(ctx: ApiContext, ports: Ports): ToolHost {
  return {
    themes: ports.themes,
    templates: async () => ports.templates,
    templateRenders: ports.templateRenders,
    baseUrl: ports.baseUrl,
    draw: (parsed) => {
      const drawn = () => draw(ctx, parsed, ports);
      return drawn().catch((error: unknown) => (isGone(error) ? drawn() : Promise.reject(error)));
    },
    refuse(error) {
      ctx.state.failure = error;
      return errorResponse(error).body.message;
    },
  };
}

async function draw(ctx: ApiContext, parsed: ParsedRequest, ports: Ports): Promise<DrawnImage> {
  const { renderId, title, width, height, aspectRatio, imageUrl, cached, expiresAt, boardUrl, warnings } =
    await renderFor(ctx, parsed, ports);
  const { format = defaults.format } = parsed.request;
  const image = await ports.images.open(imageFile(renderId, format), { isWhole: true });
  const isSmall = image.bytes <= maxImageBytes;
  if (!isSmall) await image.close();
  return {
    ...(isSmall && { bytes: await buffer(image.read()) }),
    format,
    facts: {
      title,
      width,
      height,
      aspectRatio,
      imageUrl,
      cached,
      expiresAt,
      ...(boardUrl !== undefined && { boardUrl }),
      ...(warnings && { warnings }),
    },
  };
}
