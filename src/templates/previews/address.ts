import { hash } from 'node:crypto';
import type { Template } from '../../model/template.ts';
import type { Locale } from '../../model/vocabulary.ts';
import { coverTheme } from './cover-theme.ts';

/** The size of link previews in pixels. Their width is that of social networks. */
export const linkSize = { width: 1200, height: 675 };

const digests = new WeakMap<Template, string>();

/** Returns the SHA-256, in hex, of everything that previews of a template show. */
export function templateDigest(template: Template): string {
  const { id, revision, title, tracks, items } = template;
  const digest =
    digests.get(template) ??
    hash('sha256', JSON.stringify([id, revision, title, tracks, items, coverTheme(template)]));
  digests.set(template, digest);
  return digest;
}

/** Returns the version in the addresses of a template's previews, which changes with them and so allows caching for ever. */
export function previewVersion(template: Template): string {
  return `${template.revision}-${templateDigest(template).slice(0, 8)}`;
}

/** Returns the path of the cover of a template. */
export function coverPath(template: Template, locale: Locale): string {
  return previewPath(template.id, 'cover.webp', previewVersion(template), locale);
}

/** Returns the path of a larger cover in PNG, for link previews. */
export function linkPreviewPath(template: Template, locale: Locale): string {
  return previewPath(template.id, 'cover.png', previewVersion(template), locale);
}

/** Returns the path of the preview of one item. */
export function itemPreviewPath(template: Template, position: number, locale: Locale): string {
  return previewPath(template.id, `items/${position}.webp`, previewVersion(template), locale);
}

/** Returns the path of a file among the previews of a template. */
export function previewPath(id: number, file: string, version: string, locale: Locale): string {
  return `/templates/${id}/${file}?v=${version}&locale=${locale}`;
}
