import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { defaults, type Format, formatOfExtension } from '../model/vocabulary.ts';
import { loadConfig } from './config.ts';
import { endings } from './endings.ts';
import { CommandError, type Io, reasonOf } from './io.ts';
import { openLocalDrawing } from './local-drawing.ts';
import { atFile, loadRequest } from './request.ts';

/** `tierpress render`: handles a request without HTTP, key and plan. */
export async function renderFile(io: Io, requestFile: string, outFile: string): Promise<void> {
  const format = formatOf(outFile);
  const config = await loadConfig(io);
  const { name, request, resolved, warnings, themes } = await loadRequest(io, config, requestFile);
  const policy = request.onImageError ?? defaults.onImageError;
  const drawing = await openLocalDrawing(config, { version: io.version, themes });
  try {
    const { spec, photos } = resolved;
    const image = await atFile(name, () => drawing.draw({ spec: { ...spec, format }, photos }, policy));
    await save(outFile, image.bytes);
    for (const warning of [...warnings, ...image.warnings]) io.complain(`${name}: ${warning}\n`);
  } finally {
    await drawing.close();
  }
}

/** The ending of the file determines the format, whatever the request says. */
function formatOf(outFile: string): Format {
  const format = formatOfExtension(extname(outFile).slice(1).toLowerCase());
  if (format === undefined) throw new CommandError(`${outFile}: the ending must be ${endings}`);
  return format;
}

async function save(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (cause) {
    throw new CommandError(`${file}: cannot be written (${reasonOf(cause)})`, { cause });
  }
}
