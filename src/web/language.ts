import { type Locale, type Localized, locales } from '../model/vocabulary.ts';
import type { WebContext } from './context.ts';

const cookie = 'tierpress_language';
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** What the locales call themselves. */
export const languageNames: Localized = { en: 'English', zh: '中文', ru: 'Русский' };

/** The language of a page: what the address says (and is then remembered), what was chosen before, what the browser asks for. */
export function languageOf(ctx: WebContext): Locale {
  const asked = known(ctx.query['lang']);
  if (asked !== undefined) {
    ctx.cookies.set(cookie, asked, { httpOnly: true, sameSite: 'lax', maxAge: yearMs, overwrite: true });
    return asked;
  }
  return known(ctx.cookies.get(cookie)) ?? known(ctx.acceptsLanguages([...locales])) ?? 'en';
}

function known(name: unknown): Locale | undefined {
  return locales.find((locale) => locale === name);
}
