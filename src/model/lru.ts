import { LRUCache } from 'lru-cache';

/**
 * Creates an LRU cache that allocates memory as it fills. With its option `max`, the package would allocate all
 * entries in advance, which delays the start of a process with many caches.
 *
 * @param max maximum number of values; the least recently used value is evicted first
 */
export function rememberLast<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
