import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { fixAccessibility } from './accessibility.ts';
import { viewerPlugin } from './plugin.ts';

/** Shows the API description in an element whose data has its address and the path of the service's base URL. */
export function showReference(reference: HTMLElement): void {
  followColorScheme();
  fixAccessibility(reference);
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
    // Contacts no other host.
    validatorUrl: null,
  });
}

/** Sets the class that gives the viewer its dark colours. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
