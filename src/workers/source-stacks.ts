import { readFileSync } from 'node:fs';
import { rememberLast } from '../model/lru.ts';
import { originOf, type SourceMapText } from './source-map.ts';

/** Stacks lead through the same places again and again. */
const maxRemembered = 1000;

/**
 * Makes the stacks of errors name files and lines of `src/` instead of those of the bundles. The map of a bundle is
 * read when a stack first leads through it. `node --enable-source-maps` reads every map while it loads the bundles,
 * which takes a twentieth of the start; and Node.js takes half a second to read the maps of one stack, and 50 MB to keep
 * them, which is too long for a request that fails because the database is away.
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
    const map = mapOf(url);
    const origin = map && originOf(map, Number(line), Number(column));
    const source = origin ? `${new URL(origin.source, url)}:${origin.line}:${origin.column}` : place;
    remembered.set(place, source);
    return source;
  });
}

const maps = new Map<string, SourceMapText | undefined>();

function mapOf(url: string): SourceMapText | undefined {
  if (!maps.has(url)) maps.set(url, readMap(new URL(`${url}.map`)));
  return maps.get(url);
}

/** Returns undefined when the map cannot be read: the stack is useful without it. */
function readMap(file: URL): SourceMapText | undefined {
  try {
    const { sources, mappings } = JSON.parse(readFileSync(file, 'utf8'));
    return { sources, mappings };
  } catch {
    return undefined;
  }
}
