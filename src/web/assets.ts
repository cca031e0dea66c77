import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** The styles and scripts of the pages, as built by scripts/build-web.mjs. */
export interface Assets {
  /** Returns the path of `style.css`, `board.js` …, which changes with the content. */
  path(name: string): string;
  /** Returns the asset with a file name, the last part of its path. */
  find(fileName: string): Asset | undefined;
}

interface Asset {
  readonly type: string;
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
}

/** The content codings (RFC 9110, 8.4.1) in which each asset is stored, smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Reads the assets. @throws Error when the pages have not been built */
export async function loadAssets(folder: string): Promise<Assets> {
  const text = await readFile(join(folder, 'names.json'), 'utf8');
  const names = v.parse(v.record(v.string(), v.string()), JSON.parse(text));
  const files = new Map<string, Asset>();
  for (const name of Object.values(names)) {
    const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const file = join(folder, name);
    const [br, gzip, identity] = await Promise.all([
      readFile(`${file}.br`),
      readFile(`${file}.gz`),
      readFile(file),
    ]);
    files.set(name, { type, bytes: { br, gzip, identity } });
  }
  return {
    path(name) {
      const file = names[name];
      if (file === undefined) throw new Error(`there is no asset ${name}`);
      return `/assets/${file}`;
    },
    find: (fileName) => files.get(fileName),
  };
}
