import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { rememberLast } from '../model/lru.ts';

/** Stacks lead through the same places again and again. */
const maxRemembered = 1000;

/**
 * Makes the stacks of errors name files and lines of `src/` instead of those of the bundles. The map of a bundle is
 * read when a stack leads through it, which takes a tenth of a second. `node --enable-source-maps` reads every map while it
 * loads the bundles, which takes a twentieth of the start, and keeps them all.
 */
export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${inSources(String(frame))}`)].join('\n');
}

const bundledPlace = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;
const remembered = rememberLast<string, string>(maxRemembered);

/** @param frame such as `draw (file:///app/dist/workers/worker.js:12:3)` */
function inSources(frame: string): string {
  return frame.replace(bundledPlace, (place, url: string, line: string, column: string) => {
    const known = remembered.get(place);
    if (known !== undefined) return known;
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    const source =
      origin && 'fileName' in origin
        ? `${new URL(origin.fileName, url)}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    remembered.set(place, source);
    return source;
  });
}

/** Maps take tens of megabytes, so that they stay only until memory is collected. */
const maps = new Map<string, WeakRef<SourceMap>>();

/** Returns undefined when the map cannot be read: the stack is useful without it. */
function mapOf(url: string): SourceMap | undefined {
  const kept = maps.get(url)?.deref();
  if (kept !== undefined) return kept;
  try {
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')));
    maps.set(url, new WeakRef(map));
    return map;
  } catch {
    return undefined;
  }
}
