import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Preview, TemplatePreviews } from '../../api/endpoints/templates/preview-answer.ts';
import { FileCache } from '../../files/file-cache.ts';
import { FairSemaphore } from '../../flow/fair-semaphore.ts';
import { raceAbort } from '../../flow/race-abort.ts';
import { SingleFlight } from '../../flow/single-flight.ts';
import { templateTile } from '../../items/template-items.ts';
import type { RenderSpec, Thumbnail } from '../../model/board.ts';
import type { Template } from '../../model/template.ts';
import { defaults, type Locale, type ThemeName } from '../../model/vocabulary.ts';
import type { Renderer } from '../../render/ports.ts';
import { linkSize, templateDigest } from './address.ts';
import { coverTheme } from './cover-theme.ts';

/**
 * Previews need no key. Their load is limited: few are drawn at a time, callers take turns, the renderers treat all
 * previews as one account, and each preview is drawn once.
 */
const limits = { slots: 2, slotsPerOwner: 1, waiting: 256 };
const owner = 'catalogue';
/** Limit of all previews on disk. The least recently used are removed first. */
const maxBytes = 128 * 1024 * 1024;
const names = /^[0-9a-f]{64}$/;

const coverSize = { width: 640, height: 360 };
const tileSize = { width: 512, height: 512 };
/** The part of a template on a cover: as much as is legible in a small image. */
const coverRows = 3;
const coverColumns = 4;

export interface PreviewDeps {
  readonly dataDir: string;
  /** Version of the renderers: another version may draw the same spec differently. */
  readonly version: string;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly now: () => Date;
}

export interface OpenTemplatePreviews extends TemplatePreviews {
  /** Stops renders in progress. */
  close(): Promise<void>;
}

/**
 * Opens the previews of templates and their items, which are drawn at the first request and cached in `cache/templates/`.
 *
 * @throws Error when the folder cannot be read or written
 */
export async function openTemplatePreviews(deps: PreviewDeps): Promise<OpenTemplatePreviews> {
  const folder = join(deps.dataDir, 'cache', 'templates');
  const cache = await FileCache.open(folder, { maxBytes, names, now: deps.now });
  const flights = new SingleFlight<Uint8Array>();
  const slots = new FairSemaphore(limits);

  async function draw(name: string, spec: RenderSpec, caller: string, signal: AbortSignal) {
    const release = await slots.acquire(caller, signal);
    try {
      const { bytes } = await deps.renderer.render(spec, {}, { owner, signal });
      // Without disk space the preview is still returned, and drawn again for the next request.
      await cache.put(name, bytes).catch(() => undefined);
      return bytes;
    } finally {
      release();
    }
  }

  function previewOf(what: readonly unknown[], specOf: () => RenderSpec): Preview {
    const name = hash('sha256', JSON.stringify([deps.version, ...what]));
    return {
      etag: `"${name.slice(0, 32)}"`,
      async bytes(caller, deadline) {
        const stored = await cache.read(name);
        if (stored) return stored;
        const { result, release } = flights.run(name, (needed) => draw(name, specOf(), caller, needed));
        return raceAbort(result, deadline.signal).finally(release);
      },
    };
  }

  return {
    cover: (template, locale) =>
      previewOf(['cover', templateDigest(template), locale], () => coverSpec(template, locale)),
    linkPreview: (template, locale) =>
      previewOf(['link', templateDigest(template), locale], () => ({
        ...coverSpec(template, locale),
        format: 'png',
        thumbnail: { shows: 'board', ...linkSize },
      })),
    item(template, position, locale) {
      const item = template.items[position];
      if (item === undefined) return undefined;
      const tile = templateTile(item, locale);
      return previewOf(['item', tile], () => specWith('', [['', [tile]]], { shows: 'tile', ...tileSize }));
    },
    async close() {
      await flights.close();
      await cache.idle();
    },
  };
}

/** Returns a board of the first items in the first tiers. */
function coverSpec(template: Template, locale: Locale): RenderSpec {
  const rows = template.tracks.slice(0, coverRows);
  const shown = template.items.slice(0, rows.length * coverColumns);
  const columns = Math.ceil(shown.length / rows.length);
  return specWith(
    template.title[locale],
    rows.map(({ title }, row) => [
      title[locale],
      shown.slice(row * columns, (row + 1) * columns).map((item) => templateTile(item, locale)),
    ]),
    { shows: 'board', ...coverSize },
    { theme: coverTheme(template), colors: rows.map(({ color }) => color ?? null) },
  );
}

function specWith(
  title: string,
  rows: readonly (readonly [title: string, items: RenderSpec['board']['tiers'][number]['items']])[],
  thumbnail: Thumbnail,
  {
    theme = defaults.theme,
    colors = [],
  }: { readonly theme?: ThemeName; readonly colors?: readonly (string | null)[] } = {},
): RenderSpec {
  return {
    board: {
      title,
      tiers: rows.map(([tier, items], row) => ({ title: tier, color: colors[row] ?? null, items })),
    },
    aspectRatio: '16:9',
    scale: 1,
    theme,
    format: 'webp',
    watermark: false,
    thumbnail,
  };
}
