import { LRUCache } from 'lru-cache';

/**
 * Remembers the values used last. It takes memory as it fills: told `max`, the package sets aside room for all of
 * them at once, which is time where there are many caches, at the start of every process.
 *
 * @param most values; of those, the one that was not used for the longest goes first
 */
export function rememberLast<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
