import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * Makes the stacks of errors name files and lines of `src/` instead of those of the bundles. The map of a bundle is
 * read when a stack first leads through it. `node --enable-source-maps` reads every map while it loads the bundles,
 * which takes a twentieth of the start.
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

/** Returns undefined when the map cannot be read: the stack is useful without it. */
function readMap(file: URL): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
