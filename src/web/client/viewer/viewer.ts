import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { mendViewer } from './mend.ts';
import { viewerPlugin } from './plugin.ts';

/** Shows the API's description in an element that says where it is, and below which path the service is reached. */
export function showReference(reference: HTMLElement): void {
  followColorScheme();
  mendViewer(reference);
  const { document: url = '', base = '' } = reference.dataset;
  SwaggerUI({
    domNode: reference,
    url,
    layout: 'Reference',
    plugins: [viewerPlugin(base)],
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    syntaxHighlight: { theme: 'tomorrow-night' },
    // Nothing is asked of anybody else.
    validatorUrl: null,
  });
}

/** The viewer takes its dark colours from a class. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
