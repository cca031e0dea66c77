import { defineEndpoint } from '../define-endpoint.ts';
import {
  answerPreview,
  type PreviewPorts,
  previewAnswers,
  previewEndpoint,
  previewParams,
} from './preview-answer.ts';

export const getCover = defineEndpoint({
  ...previewEndpoint,
  path: '/templates/:id/cover.webp',
  docs: {
    name: 'getCover',
    tag: 'Templates',
    summary: 'A small image of a template',
    description: 'A ranking of its first items, 640×360 pixels. Needs no key.',
  },
  params: previewParams,
  answers: previewAnswers('webp'),
  handle: (ports: PreviewPorts) => (request) =>
    answerPreview(request, ports, 'webp', (template, locale) =>
      ports.templatePreviews.cover(template, locale),
    ),
});
