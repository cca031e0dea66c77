import { hash } from 'node:crypto';
import type { Template } from '../../model/template.ts';
import type { Locale } from '../../model/vocabulary.ts';

const digests = new WeakMap<Template, string>();

/** SHA-256, in hex, of everything that pictures of a template show. */
export function templateDigest(template: Template): string {
  const { id, revision, title, tracks, items } = template;
  const digest =
    digests.get(template) ?? hash('sha256', JSON.stringify([id, revision, title, tracks, items]));
  digests.set(template, digest);
  return digest;
}

/** Stands in the addresses of a template's pictures and changes with them, so that they can be kept for ever. */
export function previewVersion(template: Template): string {
  return `${template.revision}-${templateDigest(template).slice(0, 8)}`;
}

/** The path of a picture of the whole template. */
export function coverPath(template: Template, locale: Locale): string {
  return `/templates/${template.id}/cover.webp${query(template, locale)}`;
}

/** The path of a larger one, in PNG, for whoever shows a link to the template. */
export function linkPreviewPath(template: Template, locale: Locale): string {
  return `/templates/${template.id}/cover.png${query(template, locale)}`;
}

/** The path of a picture of one item. */
export function itemPreviewPath(template: Template, position: number, locale: Locale): string {
  return `/templates/${template.id}/items/${position}.webp${query(template, locale)}`;
}

function query(template: Template, locale: Locale): string {
  return `?v=${previewVersion(template)}&locale=${locale}`;
}
