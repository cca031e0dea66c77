import { invalid } from '../model/failure.ts';
import { nearestOf } from '../model/nearest.ts';
import type { RequestItem } from '../model/request.ts';
import { photoTile } from './photos.ts';
import type { ItemSource } from './place.ts';
import { quoted } from './quoted.ts';

/**
 * Reads entries in custom mode: zero-based indexes into the request's pool.
 *
 * Only placed items become tiles. A photo in the pool that no tier places is not drawn, so it is not downloaded
 * either and cannot cause the request to be rejected.
 *
 * @throws Failure when the request has no pool
 */
export function customItems(pool: readonly RequestItem[] | undefined): ItemSource {
  if (pool === undefined) throw invalid('items', 'required in custom mode');
  return (entry, path) => {
    if (typeof entry === 'string') {
      const hint = indexOf(entry, pool);
      throw invalid(path, `expected an index into items, such as 0, not the text ${quoted(entry)}${hint}`);
    }
    if (typeof entry === 'object') {
      throw invalid(path, 'expected an index into items, such as 0; an item itself belongs in items');
    }
    if (!Number.isInteger(entry)) throw invalid(path, `expected a whole number, not ${entry}`);
    const item = pool[entry];
    if (item === undefined) {
      throw invalid(path, `index ${entry} is outside the pool of ${count(pool.length)}`);
    }
    const identity = `item ${entry}`;
    // A plain string in the pool is always text, even if it looks like an address.
    if (typeof item === 'string') return { tile: { kind: 'text', label: item }, identity };
    if (item.type === 'url')
      return { tile: photoTile(item.url, item.label), identity, photoPath: `items[${entry}].url` };
    if (item.type === 'photo')
      return { tile: photoTile(item.id, item.label), identity, photoPath: `items[${entry}].id` };
    return { tile: { kind: 'text', label: item.label }, identity };
  };
}

/** Returns the index that a text probably means, which names its item instead. */
function indexOf(text: string, pool: readonly RequestItem[]): string {
  const labels = pool.map((item) => (typeof item === 'string' ? item : (item.label ?? '')));
  const nearest = nearestOf(text, labels);
  return nearest === undefined ? '' : `; did you mean ${labels.indexOf(nearest)}?`;
}

function count(items: number): string {
  return items === 1 ? '1 item' : `${items} items`;
}
