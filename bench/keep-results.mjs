import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../build/bench/', import.meta.url);
const fileOf = (name) => new URL(`${name}.json`, folder);

/** Keeps the rows of a benchmark for its charts: each has a `group`, the `name` of a contestant, and figures. */
export function keepResults(name, rows) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(name), JSON.stringify(rows, null, 2));
}

export const keptResults = (name) => JSON.parse(readFileSync(fileOf(name), 'utf8'));
