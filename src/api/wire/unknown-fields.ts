import { didYouMean } from '../../model/nearest.ts';
import { photoItem, textItem, urlItem } from './item.ts';
import { formatPath } from './messages.ts';
import { renderRequestSchema, tierSchema, trackSchema } from './render-request.ts';

/** The largest number of warnings in one answer. */
const maxWarnings = 20;
const shownLength = 40;

interface Unknown {
  readonly path: readonly (string | number)[];
  readonly known: readonly string[];
}

/** Returns a warning for each field of a valid body that its schema lacks, with the most similar known field. */
export function unknownFields(body: unknown): string[] {
  const found = [...findUnknown(body)];
  const warnings = found.slice(0, maxWarnings).map(describe);
  if (found.length > maxWarnings)
    warnings.push(`${found.length - maxWarnings} more unknown fields are ignored`);
  return warnings;
}

function* findUnknown(body: unknown): Generator<Unknown> {
  yield* inObject(body, renderRequestSchema.entries, []);
  for (const [i, track] of entriesOf(field(body, 'tracks')))
    yield* inObject(track, trackSchema.entries, ['tracks', i]);
  for (const [i, item] of entriesOf(field(body, 'items'))) yield* inItem(item, ['items', i]);
  for (const [i, tier] of entriesOf(field(body, 'tiers'))) {
    yield* inObject(tier, tierSchema.entries, ['tiers', i]);
    for (const [j, item] of entriesOf(field(tier, 'items'))) yield* inItem(item, ['tiers', i, 'items', j]);
  }
}

function* inItem(item: unknown, path: Unknown['path']): Generator<Unknown> {
  const type = field(item, 'type');
  const { entries } = type === 'url' ? urlItem : type === 'photo' ? photoItem : textItem;
  yield* inObject(item, entries, path);
}

function* inObject(value: unknown, entries: object, path: Unknown['path']): Generator<Unknown> {
  if (typeof value !== 'object' || value === null) return;
  const known = Object.keys(entries);
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) yield { path: [...path, name], known };
  }
}

function describe({ path, known }: Unknown): string {
  const name = String(path.at(-1));
  const shown = name.length > shownLength ? `${name.slice(0, shownLength)}…` : name;
  const where = formatPath([...path.slice(0, -1), /^\w+$/.test(shown) ? shown : JSON.stringify(shown)]);
  return `${where}: unknown field, ignored${didYouMean(name, known)}`;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function entriesOf(value: unknown): Iterable<[number, unknown]> {
  return Array.isArray(value) ? value.entries() : [];
}
