import { type Locale, type Localized, locales } from '../model/vocabulary.ts';
import type { WebContext } from './context.ts';

const cookie = 'tierpress_language';
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The name of each language in that language. */
export const languageNames: Localized = { en: 'English', zh: '中文', ru: 'Русский' };

/**
 * Returns the language of a page: the one in the address, which a cookie then remembers, else the one in that cookie, else
 * the one that the browser prefers.
 */
export function languageOf(ctx: WebContext): Locale {
  const requested = known(ctx.query['lang']);
  if (requested !== undefined) {
    ctx.cookies.set(cookie, requested, { httpOnly: true, sameSite: 'lax', maxAge: yearMs, overwrite: true });
    return requested;
  }
  return known(ctx.cookies.get(cookie)) ?? known(ctx.acceptsLanguages([...locales])) ?? 'en';
}

function known(name: unknown): Locale | undefined {
  return locales.find((locale) => locale === name);
}
