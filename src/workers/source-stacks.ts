import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * From now on the stacks of errors name the files and lines of `src/`, in place of those of the bundles. A bundle's map
 * is read when the first stack leads through it: `node --enable-source-maps` reads every map while it loads the
 * bundles, which takes a twentieth of a start.
 */
export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${inSources(String(frame))}`)].join('\n');
}

const bundledPlace = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

/** @param frame such as `draw (file:///app/dist/workers/worker.js:12:3)` */
function inSources(frame: string): string {
  return frame.replace(bundledPlace, (place, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return place;
    return `${new URL(origin.fileName, url)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(new URL(`${url}.map`)));
  return maps.get(url);
}

/** Undefined where it cannot be read: a stack without it still says what happened. */
function readMap(file: URL): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
