import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { type Locale, locales } from '../model/vocabulary.ts';
import type { Visit, WebContext } from './context.ts';
import { languageNames } from './language.ts';
import { words } from './messages.ts';

export interface Document {
  readonly title: string;
  readonly description?: string;
  /** Names of files in src/web/client, such as `docs.css` and `copy.js`. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** An absolute address of a PNG for whoever shows a link to the page. */
  readonly image?: string;
  /** Whether search engines should leave the page alone. */
  readonly isPrivate?: boolean;
  readonly body: ComponentChildren;
}

const languageTags: Readonly<Record<Locale, string>> = { en: 'en', zh: 'zh-Hans', ru: 'ru' };

/** Nothing from anywhere else, nothing that stands in the page itself. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The mark, for the browser's tab. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    '<path fill="#ff6b6b" d="M2 4h20v4H2z"/><path fill="#ffa45c" d="M2 10h14v4H2z"/>' +
    '<path fill="#ffd166" d="M2 16h8v4H2z"/></svg>',
)}`;

/** Answers with a page. */
export function sendDocument(ctx: WebContext, visit: Visit, document: Document): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Cache-Control', document.isPrivate ? 'no-store' : 'no-cache');
  ctx.set('Vary', 'Accept-Language, Cookie');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = `<!doctype html>${render(<Html visit={visit} document={document} />)}`;
}

function Html({ visit, document }: { visit: Visit; document: Document }) {
  const { locale, at, assets } = visit;
  const title = document.title === '' ? 'tierpress' : `${document.title} · tierpress`;
  return (
    <html lang={languageTags[locale]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {document.description && <meta name="description" content={document.description} />}
        {document.isPrivate && <meta name="robots" content="noindex" />}
        <meta property="og:title" content={title} />
        {document.description && <meta property="og:description" content={document.description} />}
        {document.image && <meta property="og:image" content={document.image} />}
        <link rel="icon" href={icon} />
        <link rel="stylesheet" href={at(assets.path('style.css'))} />
        {document.styles?.map((name) => (
          <link rel="stylesheet" href={at(assets.path(name))} />
        ))}
        {document.scripts?.map((name) => (
          <script type="module" src={at(assets.path(name))} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          {words.skip[locale]}
        </a>
        <Header visit={visit} />
        <main id="main">{document.body}</main>
        <footer>
          <p>{words.footer[locale]}</p>
        </footer>
      </body>
    </html>
  );
}

function Header({ visit: { locale, at, path, inLanguage, email } }: { visit: Visit }) {
  return (
    <header>
      <a class="brand" href={at('/')}>
        <Mark />
        tierpress
      </a>
      <nav aria-label={words.siteNavigation[locale]}>
        <a href={at('/')} aria-current={path === '/' ? 'page' : undefined}>
          {words.templates[locale]}
        </a>
        <a
          href={at('/dashboard')}
          aria-current={path === '/dashboard' ? 'page' : path.startsWith('/dashboard/') ? 'true' : undefined}
        >
          {email === undefined ? words.logIn[locale] : words.dashboard[locale]}
        </a>
        <a href={at('/docs')} aria-current={path === '/docs' ? 'page' : undefined}>
          {words.docs[locale]}
        </a>
      </nav>
      <nav class="languages" aria-label={words.language[locale]}>
        {locales.map((other) => (
          <a
            href={inLanguage(other)}
            lang={languageTags[other]}
            hreflang={languageTags[other]}
            aria-current={other === locale ? 'true' : undefined}
          >
            {languageNames[other]}
          </a>
        ))}
      </nav>
    </header>
  );
}

/** Three tiers, as on the watermark. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect class="mark-s" x="2" y="4" width="20" height="4.4" rx="1.4" />
      <rect class="mark-a" x="2" y="10" width="14" height="4.4" rx="1.4" />
      <rect class="mark-b" x="2" y="16" width="8" height="4.4" rx="1.4" />
    </svg>
  );
}
