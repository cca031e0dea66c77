import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseJson } from '../api/wire/json.ts';
import { parseRenderRequest } from '../api/wire/parse-render-request.ts';
import { resolveOrder } from '../items/resolve.ts';
import type { RenderOrder } from '../model/board.ts';
import { Failure } from '../model/failure.ts';
import { type Format, formats } from '../model/words.ts';
import { createEngine, type Engine } from '../render/engine.ts';
import { loadTemplates } from '../templates/load.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';

/** `tierpress render`: the way of a request without its HTTP, key and plan. */
export async function renderFile(io: Io, requestFile: string, outFile: string): Promise<void> {
  const kind = kindOf(outFile);
  const config = await loadConfig(io);
  const name = requestFile === '-' ? 'standard input' : requestFile;
  const text = await readRequest(io, requestFile, name);
  const templates = await loadTemplates(config.templatesDir);
  const { order, warnings } = atFile(name, () => {
    const parsed = parseRenderRequest(parseJson(text));
    const resolved = resolveOrder(parsed.request, templates, {
      watermark: parsed.request.watermark === true,
    });
    return { order: resolved.order, warnings: [...parsed.warnings, ...resolved.warnings] };
  });
  const engine = createEngine({ rasteriser: config.rasteriser });
  const drawn = await draw(engine, order, kind);
  await save(outFile, drawn.content);
  for (const warning of [...warnings, ...drawn.warnings]) io.complain(`${name}: ${warning}\n`);
}

type Kind = Format | 'svg';

/** The file's ending decides, whatever the request says. */
function kindOf(outFile: string): Kind {
  const ending = extname(outFile).slice(1).toLowerCase();
  const kind = [...formats, 'svg' as const].find((candidate) => candidate === ending);
  if (kind === undefined) throw new CommandError(`${outFile}: the ending must be .webp, .png or .svg`);
  return kind;
}

async function draw(engine: Engine, order: RenderOrder, kind: Kind) {
  if (kind === 'svg') return { content: engine.draw(order).svg(), warnings: [] };
  const picture = await engine.render({ ...order, format: kind });
  return { content: picture.bytes, warnings: picture.warnings };
}

async function readRequest(io: Io, file: string, name: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = file === '-' ? await io.readStdin() : await readFile(file);
  } catch (cause) {
    throw new CommandError(`${name}: cannot be read (${reasonOf(cause)})`, { cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${name}: is not valid UTF-8`);
  }
}

async function save(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (cause) {
    throw new CommandError(`${file}: cannot be written (${reasonOf(cause)})`, { cause });
  }
}

/** A failure's path is a path inside the file. */
function atFile<T>(name: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof Failure) throw new CommandError(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
