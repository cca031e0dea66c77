import { spawnSync } from 'node:child_process';

const built = new URL('../../../dist/raster/photos/', import.meta.url);

/**
 * Runs the body of an async function in a separate Node process, with `sharp`, the built `preparePhoto` and
 * `blockLoaders`, and `input`; returns its result. It is a process because loaders are blocked, and memory is
 * measured, per process.
 */
export function inChild(body: string, input: unknown): unknown {
  const script = `
    import sharp from 'sharp';
    import { preparePhoto } from '${built.href}prepare.js';
    import { blockLoaders } from '${built.href}decoders.js';
    let text = '';
    for await (const part of process.stdin) text += part;
    const input = JSON.parse(text);
    const result = await (async () => { ${body} })();
    process.stdout.write(JSON.stringify(result));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('../../..', import.meta.url),
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`exit ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Returns photos by name in base64, for JSON. */
export function asBase64(photos: Readonly<Record<string, Buffer>>): Record<string, string> {
  return Object.fromEntries(Object.entries(photos).map(([name, bytes]) => [name, bytes.toString('base64')]));
}
