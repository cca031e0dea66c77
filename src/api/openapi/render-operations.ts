import { alternatives } from '../../model/alternatives.ts';
import { imageFormats } from '../../model/vocabulary.ts';
import { anyBody, anyTime, type Operation } from './operation.ts';
import { renderAnswerExamples, renderRequestExamples } from './render-examples.ts';

const file = {
  file: {
    description: `${alternatives(Object.values(imageFormats).map(({ extension }) => `\`<renderId>.${extension}\``))}, as \`imagePath\` says it.`,
    example: renderAnswerExamples.custom.value.imagePath.replace('/images/', ''),
  },
};

const imageErrors = {
  ...anyTime,
  404: 'There never was a picture at this address.',
  410: 'The picture has expired.',
};

const bytes = Object.fromEntries(Object.values(imageFormats).map(({ mediaType }) => [mediaType, {}]));

const imageHeaders = ['ETag', 'Cache-Control'] as const;

export const renderOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/render',
    operationId: 'describe',
    tag: 'Rendering',
    summary: 'What the service can do',
    description: 'Modes, shapes, themes, languages, formats and limits, as this service is configured.',
    security: ['nobody'],
    answers: { 200: { description: 'What can be asked for.', schema: 'ServiceAnswer' } },
    errors: anyTime,
  },
  {
    method: 'post',
    path: '/api/v1/render',
    operationId: 'render',
    tag: 'Rendering',
    summary: 'Make a picture',
    description:
      'Draws the ranking and answers with the address of the picture when it is finished, usually within a second; ' +
      'one with many pictures from the web can take half a minute, so wait for up to 60 seconds.\n\n' +
      'The same request within the cache window is answered with the same picture (`cached`). Fields in another order ' +
      'and defaults written out are the same request.\n\n' +
      'A valid request counts against the quota of the account, over all its keys; one that is refused with 400 or ' +
      '404, or that the service itself fails to answer, does not.',
    security: ['bearerKey', 'headerKey'],
    body: { schema: 'RenderRequest', examples: renderRequestExamples },
    answers: {
      200: {
        description: 'The picture is finished.',
        schema: 'RenderAnswer',
        examples: renderAnswerExamples,
      },
    },
    errors: {
      ...anyBody,
      400: {
        when: 'Something in the request is not valid, or a picture from the web cannot be had.',
        message: 'tiers[2].items[0]: index 7 is outside the pool of 5 items',
      },
      401: {
        when: 'The key is missing, malformed, unknown or revoked, or two different ones came.',
        message: 'The API key is not valid',
      },
      404: 'There is no such template.',
      408: 'The request took too long to arrive.',
      429: 'The quota is used up; `Retry-After` says for how long.',
      503: 'There is no capacity at the moment. Nothing is charged.',
    },
    isCounted: true,
  },
  {
    method: 'get',
    path: '/images/{file}',
    operationId: 'getImage',
    tag: 'Rendering',
    summary: 'Fetch a picture',
    description:
      'Anyone who has the address may fetch it. A picture never changes; conditional requests and ranges work.',
    security: ['nobody'],
    pathParameters: file,
    answers: {
      200: {
        description: 'The picture.',
        headers: [...imageHeaders, 'Accept-Ranges'],
        content: bytes,
      },
      206: {
        description: 'The part of it that was asked for.',
        headers: [...imageHeaders, 'Accept-Ranges', 'Content-Range'],
        content: bytes,
      },
      304: { description: 'You have it already.', headers: imageHeaders },
    },
    errors: { ...imageErrors, 416: 'The range lies outside the picture.' },
  },
  {
    method: 'head',
    path: '/images/{file}',
    operationId: 'checkImage',
    tag: 'Rendering',
    summary: 'Ask for a picture without fetching it',
    description: 'The headers of `GET`, without the picture.',
    security: ['nobody'],
    pathParameters: file,
    answers: {
      200: { description: 'It is there.', headers: [...imageHeaders, 'Accept-Ranges'] },
      304: { description: 'You have it already.', headers: imageHeaders },
    },
    errors: imageErrors,
  },
];
