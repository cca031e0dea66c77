import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { mendViewer } from './viewer/mend.ts';
import { viewerPlugin } from './viewer/plugin.ts';

const reference = document.querySelector<HTMLElement>('#reference');
if (reference) {
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
