/** Returns the keys of a table with their types. The table must have no keys beyond those of its type. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  // `Object.keys` returns strings, since a value may have more keys than its type. A literal table has no others.
  return Object.keys(table) as Key[];
}
