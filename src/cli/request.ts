import { parseJson } from '../api/wire/json.ts';
import { parseRenderRequest } from '../api/wire/parse-render-request.ts';
import { renderRequestSchemaFor } from '../api/wire/render-request.ts';
import type { Config } from '../config/config.ts';
import { type Resolved, resolveSpec } from '../items/resolve.ts';
import { Failure } from '../model/failure.ts';
import type { RenderRequest } from '../model/request.ts';
import { loadTemplates, templateFoldersOf } from '../templates/load.ts';
import { loadThemes, themesFolderOf } from '../themes/load.ts';
import { CommandError, type Io } from './io.ts';
import { readText } from './read-text.ts';

/** A valid request from a file. */
export interface FileRequest {
  /** Of the file, for messages. */
  readonly name: string;
  readonly request: RenderRequest;
  /** What it shows, with a watermark if it asks for one. */
  readonly resolved: Resolved;
  /** Of the request and of what it shows. */
  readonly warnings: readonly string[];
  readonly templates: Awaited<ReturnType<typeof loadTemplates>>;
  readonly themes: Awaited<ReturnType<typeof loadThemes>>;
}

/** Reads a request and checks it as the service would. @param file `-` for standard input @throws CommandError */
export async function loadRequest(io: Io, config: Config, file: string): Promise<FileRequest> {
  const { name, text } = await readText(io, file);
  const templates = await loadTemplates(...templateFoldersOf(config));
  const themes = await loadThemes(themesFolderOf(config));
  return atFile(name, () => {
    const { request, warnings } = parseRenderRequest(parseJson(text), renderRequestSchemaFor(themes.names));
    const resolved = resolveSpec(request, templates, { watermark: request.watermark === true });
    return { name, request, resolved, warnings: [...warnings, ...resolved.warnings], templates, themes };
  });
}

/** Puts the name of the file before the path of a failure, which is inside the request. */
export async function atFile<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof Failure) throw new CommandError(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}
