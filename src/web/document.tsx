import { gzipSync } from 'node:zlib';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { type Locale, locales } from '../model/vocabulary.ts';
import { acceptsGzip } from './accepts-gzip.ts';
import type { WebContext } from './context.ts';
import { languageNames } from './language.ts';
import { messages } from './messages.ts';
import type { PageRequest } from './page-request.ts';

export interface Document {
  readonly title: string;
  readonly description?: string;
  /** Names of built assets, for example `docs.css` and `copy.js`. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** The absolute address of a PNG for previews of links to the page. */
  readonly image?: string;
  /** Whether the page is kept out of caches and search engines. */
  readonly isPrivate?: boolean;
  /** Whether the page is kept out of search engines alone. */
  readonly isUnlisted?: boolean;
  /** Elements of `<head>` beyond the usual ones. */
  readonly head?: ComponentChildren;
  readonly body: ComponentChildren;
}

const languageTags: Readonly<Record<Locale, string>> = { en: 'en', zh: 'zh-Hans', ru: 'ru' };

/** Allows only what comes from this service, and no inline scripts or styles. */
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

/** The logo, for the browser's tab. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    '<path fill="#ff6b6b" d="M2 4h20v4H2z"/><path fill="#ffa45c" d="M2 10h14v4H2z"/>' +
    '<path fill="#ffd166" d="M2 16h8v4H2z"/></svg>',
)}`;

/** Sends a page. */
export function sendDocument(ctx: WebContext, request: PageRequest, document: Document): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Cache-Control', document.isPrivate ? 'no-store' : 'no-cache');
  ctx.set('Vary', 'Accept-Encoding, Accept-Language, Cookie');
  ctx.type = 'text/html; charset=utf-8';
  const html = `<!doctype html>${render(<Html request={request} document={document} />)}`;
  // A page with a secret, such as a new key, could be guessed from its compressed length.
  const isGzipped = !document.isPrivate && acceptsGzip(ctx);
  if (isGzipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isGzipped ? gzipSync(html) : html;
}

function Html({ request, document }: { request: PageRequest; document: Document }) {
  const { locale, pathTo, assets } = request;
  const title = document.title === '' ? 'tierpress' : `${document.title} · tierpress`;
  return (
    <html lang={languageTags[locale]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {document.description && <meta name="description" content={document.description} />}
        {(document.isPrivate || document.isUnlisted) && <meta name="robots" content="noindex" />}
        <meta property="og:title" content={title} />
        {document.description && <meta property="og:description" content={document.description} />}
        {document.image && <meta property="og:image" content={document.image} />}
        {document.head}
        <link rel="icon" href={icon} />
        <link rel="stylesheet" href={pathTo(assets.path('style.css'))} />
        {document.styles?.map((name) => (
          <link rel="stylesheet" href={pathTo(assets.path(name))} />
        ))}
        {document.scripts?.map((name) => (
          <script type="module" src={pathTo(assets.path(name))} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          {messages.skipLink[locale]}
        </a>
        <Header request={request} />
        <main id="main">{document.body}</main>
        <footer>
          <p>{messages.footer[locale]}</p>
        </footer>
      </body>
    </html>
  );
}

function Header({ request: { locale, pathTo, path, inLanguage, email } }: { request: PageRequest }) {
  return (
    <header>
      <a class="brand" href={pathTo('/')}>
        <Logo />
        <span>tierpress</span>
      </a>
      <nav aria-label={messages.siteNavigation[locale]}>
        <a href={pathTo('/')} aria-current={path === '/' ? 'page' : undefined}>
          {messages.templates[locale]}
        </a>
        <a
          href={pathTo('/dashboard')}
          aria-current={path === '/dashboard' ? 'page' : path.startsWith('/dashboard/') ? 'true' : undefined}
        >
          {email === undefined ? messages.logIn[locale] : messages.dashboard[locale]}
        </a>
        <a href={pathTo('/docs')} aria-current={path === '/docs' ? 'page' : undefined}>
          {messages.docs[locale]}
        </a>
      </nav>
      <nav class="languages" aria-label={messages.language[locale]}>
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

/** The logo: three tiers, as on the watermark. */
function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect class="mark-s" x="2" y="4" width="20" height="4.4" rx="1.4" />
      <rect class="mark-a" x="2" y="10" width="14" height="4.4" rx="1.4" />
      <rect class="mark-b" x="2" y="16" width="8" height="4.4" rx="1.4" />
    </svg>
  );
}
