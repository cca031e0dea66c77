import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './copy.ts';

const reference = document.querySelector<HTMLElement>('#reference');
if (reference) {
  SwaggerUI({
    domNode: reference,
    url: reference.dataset['document'] ?? '',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    // Nothing is asked of anybody else.
    validatorUrl: null,
  });
}
