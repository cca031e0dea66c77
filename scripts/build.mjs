// The part of `npm run build` after the compiler: everything that lies in dist/ besides its output.
await import('./build-programs.mjs');
await import('./build-web.mjs');
await import('./build-assets.mjs');
await import('./build-schemas.mjs');
await import('./build-templates.mjs');
await import('./build-client.mjs');
