import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseJson } from '../api/wire/json.ts';
import { parseRenderRequest } from '../api/wire/parse-render-request.ts';
import { renderRequestSchemaFor } from '../api/wire/render-request.ts';
import type { Config } from '../config/config.ts';
import { type Resolved, resolveSpec } from '../items/resolve.ts';
import { Failure } from '../model/failure.ts';
import { defaults, type Format, formatOfExtension, type ImageErrorPolicy } from '../model/vocabulary.ts';
import { blockLoaders } from '../raster/photos/decoders.ts';
import type { Call } from '../render/ports.ts';
import { supplyPhotos } from '../render/supply-photos.ts';
import { type OpenPhotoSource, openPhotoSource } from '../service/photo-source.ts';
import { loadTemplates } from '../templates/load.ts';
import { loadThemes, themesFolderOf } from '../themes/load.ts';
import { createEngine, type Engine } from '../workers/engine.ts';
import { PhotoFiles } from '../workers/photo-files.ts';
import { createRenderer, loadFrom } from '../workers/renderer.ts';
import { loadConfig } from './config.ts';
import { endings } from './endings.ts';
import { CommandError, type Io } from './io.ts';

/** The command line is the only caller. */
const call: Call = { owner: 'cli' };

/** `tierpress render`: handles a request without HTTP, key and plan. */
export async function renderFile(io: Io, requestFile: string, outFile: string): Promise<void> {
  const kind = kindOf(outFile);
  const config = await loadConfig(io);
  const name = requestFile === '-' ? 'standard input' : requestFile;
  const text = await readRequest(io, requestFile, name);
  const templates = await loadTemplates(config.templatesDir);
  const themes = await loadThemes(themesFolderOf(config));
  const { resolved, policy, warnings } = await atFile(name, () => {
    const parsed = parseRenderRequest(parseJson(text), renderRequestSchemaFor(themes.names));
    const resolved = resolveSpec(parsed.request, templates, {
      watermark: parsed.request.watermark === true,
    });
    const policy = parsed.request.onImageError ?? defaults.onImageError;
    return { resolved, policy, warnings: [...parsed.warnings, ...resolved.warnings] };
  });
  blockLoaders(config.rasteriser);
  const engine = createEngine({ rasteriser: config.rasteriser, themes });
  const drawn = await withPhotos(config, io.version, (source) =>
    draw(engine, { ...resolved, source, policy, kind, name }),
  );
  await save(outFile, drawn.content);
  for (const warning of [...warnings, ...drawn.warnings]) io.complain(`${name}: ${warning}\n`);
}

type Kind = Format | 'svg';

/** The ending of the file determines the format, whatever the request says. */
function kindOf(outFile: string): Kind {
  const extension = extname(outFile).slice(1).toLowerCase();
  const kind = extension === 'svg' ? extension : formatOfExtension(extension);
  if (kind === undefined) throw new CommandError(`${outFile}: the ending must be ${endings}`);
  return kind;
}

interface DrawCall extends Pick<Resolved, 'spec' | 'photos'> {
  readonly policy: ImageErrorPolicy;
  readonly kind: Kind;
  /** Name of the request file. */
  readonly name: string;
  readonly source: OpenPhotoSource;
}

async function draw(engine: Engine, { spec, photos, policy, kind, name, source }: DrawCall) {
  const files = new PhotoFiles();
  const renderer = createRenderer(engine, files);
  const deps = { renderer, photos: source };
  const supplied = await atFile(name, () => supplyPhotos(spec, photos, policy, deps, call));
  const { input, warnings } = supplied;
  if (kind === 'svg') {
    const { photos: stored = {}, layout } = input;
    const svg = await engine.svg(supplied.spec, { load: loadFrom(files, stored), layout });
    return { content: svg, warnings };
  }
  const image = await renderer.render({ ...supplied.spec, format: kind }, input, call);
  return { content: image.bytes, warnings: [...warnings, ...image.warnings] };
}

/**
 * Stores photos in a temporary folder for the length of the command, because a service may be using the data
 * directory.
 */
async function withPhotos<T>(
  config: Config,
  version: string,
  use: (source: OpenPhotoSource) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-'));
  try {
    const source = await openPhotoSource(config, { folder, version, now: () => new Date() });
    try {
      return await use(source);
    } finally {
      await source.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

/** Replaces the path of a failure, which is inside the request, with one that names the file. */
async function atFile<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof Failure) throw new CommandError(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
