import { defineEndpoint } from '../define-endpoint.ts';
import {
  answerPreview,
  type PreviewPorts,
  previewAnswers,
  previewEndpoint,
  previewParams,
} from './preview-answer.ts';

const fileName = /^(0|[1-9]\d{0,3})\.webp$/;

export const getItemPicture = defineEndpoint({
  ...previewEndpoint,
  path: '/templates/:id/items/:file',
  docs: {
    name: 'getItemPicture',
    tag: 'Templates',
    summary: 'An image of an item',
    description: 'Its tile as it is drawn, 512×512 pixels. Needs no key.',
  },
  params: {
    ...previewParams,
    file: {
      description: '`<n>.webp` for the item that requests name `item_<n>`.',
      example: '0.webp',
      pattern: fileName.source,
    },
  },
  answers: previewAnswers('webp'),
  handle: (ports: PreviewPorts) => (request) =>
    answerPreview(request, ports, 'webp', (template, locale) => {
      const [, position] = fileName.exec(request.params.file) ?? [];
      return position === undefined
        ? undefined
        : ports.templatePreviews.item(template, Number(position), locale);
    }),
});
