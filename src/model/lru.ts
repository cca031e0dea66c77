import { LRUCache } from 'lru-cache';

/**
 * Creates an LRU cache that allocates memory as it fills. With `max`, the package allocates all entries in advance,
 * which delays the start of a process with many caches.
 *
 * @param most maximum number of values; the least recently used value is evicted first
 */
export function rememberLast<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
