import { writeCookie } from '../api/http/session-cookie.ts';
import { type Locale, type Localized, locales } from '../model/vocabulary.ts';
import type { WebContext } from './context.ts';

const cookie = 'tierpress_language';
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The name of each language in that language. */
export const languageNames: Localized = { en: 'English', zh: '中文', ru: 'Русский' };

/** Returns the language of a page: the one in the address, else the one in the cookie, else the one that the browser prefers. */
export function languageOf(ctx: WebContext): Locale {
  const named = known(ctx.query['lang']) ?? known(ctx.cookies.get(cookie));
  return named ?? known(ctx.acceptsLanguages([...locales])) ?? 'en';
}

/** Makes a cookie remember the language in the address, if there is one. @param baseUrl where clients reach the service */
export function rememberLanguage(ctx: WebContext, baseUrl: string): void {
  const requested = known(ctx.query['lang']);
  if (requested !== undefined) writeCookie(ctx, cookie, requested, baseUrl, yearMs);
}

function known(name: unknown): Locale | undefined {
  return locales.find((locale) => locale === name);
}
