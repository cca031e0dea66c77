import { defineEndpoint } from '../define-endpoint.ts';
import {
  answerPreview,
  type PreviewPorts,
  previewAnswers,
  previewEndpoint,
  previewParams,
} from './preview-answer.ts';

export const getLinkPicture = defineEndpoint({
  ...previewEndpoint,
  path: '/templates/:id/cover.png',
  docs: {
    name: 'getLinkPicture',
    tag: 'Templates',
    summary: 'An image of a template for links',
    description:
      'The same ranking, larger and as PNG, for sites that show a link to the template. Needs no key.',
  },
  params: previewParams,
  answers: previewAnswers('png'),
  handle: (ports: PreviewPorts) => (request) =>
    answerPreview(request, ports, 'png', (template, locale) =>
      ports.templatePreviews.linkPreview(template, locale),
    ),
});
