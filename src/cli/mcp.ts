import { lazy } from '../flow/lazy.ts';
import { resolveSpec } from '../items/resolve.ts';
import { LineTransport } from '../mcp/line-transport.ts';
import { mcpServers } from '../mcp/server.ts';
import type { ToolHost } from '../mcp/tool-host.ts';
import { Failure } from '../model/failure.ts';
import { limits } from '../model/limits.ts';
import { defaults } from '../model/vocabulary.ts';
import { templateSet } from '../templates/catalog.ts';
import { LiveTemplates } from '../templates/live.ts';
import { templateFoldersOf } from '../templates/load.ts';
import { loadThemes, themesFolderOf } from '../themes/load.ts';
import { loadConfig } from './config.ts';
import type { Io } from './io.ts';

/** `tierpress mcp`: answers MCP messages on standard input until that ends. */
export async function serveMcp(io: Io): Promise<void> {
  const config = await loadConfig(io);
  const themes = await loadThemes(themesFolderOf(config));
  // Both take longer to load than the first answer may take.
  const templates = lazy(() => LiveTemplates.open(...templateFoldersOf(config)));
  const drawing = lazy(async () => {
    const { openLocalDrawing } = await import('./local-drawing.ts');
    return openLocalDrawing(config, { version: io.version, themes });
  });
  const host: ToolHost = {
    themes: themes.names,
    templates: () => templates.get(),
    templateRenders: () => ({ total: 0, recent: 0 }),
    async draw({ request, warnings }, signal) {
      // Other requests do not wait for the templates.
      const set = request.templateId === undefined ? templateSet([]) : (await templates.get()).set;
      const {
        spec,
        photos,
        warnings: resolved,
      } = resolveSpec(request, set, {
        watermark: request.watermark === true,
      });
      const policy = request.onImageError ?? defaults.onImageError;
      const image = await (await drawing.get()).draw({ spec, photos }, policy, signal);
      const { board, aspectRatio, format } = spec;
      const { bytes, width, height } = image;
      const all = [...warnings, ...resolved, ...image.warnings];
      const facts = {
        title: board.title,
        width,
        height,
        aspectRatio,
        ...(all.length > 0 && { warnings: all }),
      };
      return { bytes, format, facts };
    },
    refuse: (error) => refuse(io, error),
  };
  const server = mcpServers(io.version, themes.names)(host);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const failed = new Promise<never>((_, reject) => {
    server.oninitialized = () => {
      drawing
        .get()
        .then(() => templates.get())
        .catch(reject);
    };
  });
  await server.connect(new LineTransport(io.stdin, io.stdout, limits.bodyBytes));
  try {
    await Promise.race([ended, failed, io.stopSignal()]);
  } finally {
    await drawing
      .peek()
      ?.then((opened) => opened.close())
      .catch(() => undefined);
  }
}

function refuse(io: Io, error: unknown): string {
  if (error instanceof Failure) return error.message;
  io.complain(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 'Something went wrong; the standard error of the server says what';
}
