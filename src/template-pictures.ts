import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { TemplatePicture, TemplatePictures } from './api/routes/template-pictures.ts';
import { Flights } from './flow/flights.ts';
import { Gate } from './flow/gate.ts';
import { templateTile } from './items/template-items.ts';
import type { RenderOrder, Thumbnail } from './model/board.ts';
import type { Template } from './model/template.ts';
import { defaults, type Locale } from './model/words.ts';
import { FileCache } from './pictures/file-cache.ts';
import type { Renderer } from './render/ports.ts';
import { untilAborted } from './render/until-aborted.ts';
import { templateDigest } from './templates/picture-address.ts';

/**
 * Anybody may look at these pictures, without a key. So few are drawn at a time, callers take turns, to the renderers all
 * of them together are one account among others, and each is drawn once: there are only so many.
 */
const gate = { slots: 2, slotsPerOwner: 1, waiting: 256 };
const owner = 'catalogue';
/** Of all of them on disk. The least recently used go first. */
const mostBytes = 128 * 1024 * 1024;
const names = /^[0-9a-f]{64}$/;

const coverSize = { width: 640, height: 360 };
/** As wide as those who show links show pictures. */
const linkSize = { width: 1200, height: 675 };
const tileSize = { width: 512, height: 512 };
/** What a cover shows of a template: as much as can be read when it is small. */
const coverRows = 3;
const coverColumns = 4;

export interface TemplatePictureEdges {
  readonly dataDir: string;
  /** Of the renderers: another version may draw the same order differently. */
  readonly version: string;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly now: () => Date;
}

export interface OpenTemplatePictures extends TemplatePictures {
  /** Stops what is under way. */
  close(): Promise<void>;
}

/**
 * Small pictures of templates and their items, drawn when they are first asked for and kept in `cache/templates/`.
 *
 * @throws Error when the folder cannot be read or written
 */
export async function openTemplatePictures(edges: TemplatePictureEdges): Promise<OpenTemplatePictures> {
  const folder = join(edges.dataDir, 'cache', 'templates');
  const cache = await FileCache.open(folder, { maxBytes: mostBytes, names, now: edges.now });
  const flights = new Flights<Uint8Array>();
  const entrance = new Gate(gate);

  async function draw(name: string, order: RenderOrder, caller: string, signal: AbortSignal) {
    const leave = await entrance.enter(caller, signal);
    try {
      const { bytes } = await edges.renderer.render(order, {}, { owner, signal });
      // A disk that takes no more costs the next one its time, and nobody the picture.
      await cache.put(name, bytes).catch(() => undefined);
      return bytes;
    } finally {
      leave();
    }
  }

  function pictureOf(what: readonly unknown[], orderOf: () => RenderOrder): TemplatePicture {
    const name = hash('sha256', JSON.stringify([edges.version, ...what]));
    return {
      etag: `"${name.slice(0, 32)}"`,
      async bytes(caller, patience) {
        const kept = await cache.read(name);
        if (kept) return kept;
        const { result, leave } = flights.join(name, (needed) => draw(name, orderOf(), caller, needed));
        return untilAborted(result, patience.signal).finally(leave);
      },
    };
  }

  return {
    cover: (template, locale) =>
      pictureOf(['cover', templateDigest(template), locale], () => coverOrder(template, locale)),
    linkPicture: (template, locale) =>
      pictureOf(['link', templateDigest(template), locale], () => ({
        ...coverOrder(template, locale),
        format: 'png',
        thumbnail: { shows: 'board', ...linkSize },
      })),
    item(template, position, locale) {
      const item = template.items[position];
      if (item === undefined) return undefined;
      const tile = templateTile(item, locale);
      return pictureOf(['item', tile], () => orderWith('', [['', [tile]]], { shows: 'tile', ...tileSize }));
    },
    async close() {
      await flights.close();
      await cache.idle();
    },
  };
}

/** The first items, in the first tiers. */
function coverOrder(template: Template, locale: Locale): RenderOrder {
  const rows = template.tracks.slice(0, coverRows);
  const shown = template.items.slice(0, rows.length * coverColumns);
  const columns = Math.ceil(shown.length / rows.length);
  return orderWith(
    template.title[locale],
    rows.map(({ title }, row) => [
      title[locale],
      shown.slice(row * columns, (row + 1) * columns).map((item) => templateTile(item, locale)),
    ]),
    { shows: 'board', ...coverSize },
    rows.map(({ color }) => color ?? null),
  );
}

function orderWith(
  title: string,
  rows: readonly (readonly [title: string, items: RenderOrder['board']['tiers'][number]['items']])[],
  thumbnail: Thumbnail,
  colors: readonly (string | null)[] = [],
): RenderOrder {
  return {
    board: {
      title,
      tiers: rows.map(([tier, items], row) => ({ title: tier, color: colors[row] ?? null, items })),
    },
    aspectRatio: '16:9',
    scale: 1,
    theme: defaults.theme,
    format: 'webp',
    watermark: false,
    thumbnail,
  };
}
